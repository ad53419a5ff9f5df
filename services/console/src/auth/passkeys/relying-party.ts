import type { Options } from '@switchyard/contracts';
import { type Refusal, refuse } from '../../http/answer.ts';

/** Who asks for passkeys: they belong to the host and work at exactly this origin. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}

/** From the option ServerAddress, never from a header of the request. */
export function relyingParty({ PasskeyLoginEnabled, ServerAddress, SystemName }: Options): RelyingParty | Refusal {
  if (!PasskeyLoginEnabled) return refuse('Passkeys are disabled by the administrator.');
  if (!ServerAddress) return refuse('Passkeys need the server address. Ask an administrator to set it.');
  const { hostname, origin } = new URL(ServerAddress);
  return { id: hostname, name: SystemName, origin };
}
