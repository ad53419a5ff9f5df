import type { Options } from '@switchyard/contracts';
import { type Refusal, refuse } from '../../http/answer.ts';

/** Why nobody may register with a password at present; undefined: everybody may. */
export function refuseRegistration({ RegisterEnabled, PasswordRegisterEnabled }: Options): Refusal | undefined {
  if (!RegisterEnabled) return refuse('Registration is disabled by the administrator.');
  if (!PasswordRegisterEnabled) return refuse('Registration with a password is disabled by the administrator.');
  return undefined;
}
