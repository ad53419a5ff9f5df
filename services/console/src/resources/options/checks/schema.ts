import { Type } from 'typebox';
import { ProviderName } from '../../../auth/identities/provider.ts';

export const MailCheck = Type.Object({
  to: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' }),
});

export const SignInCheck = Type.Object({ provider: ProviderName });

/** What was seen, in a sentence. */
export const CheckResult = Type.Object({ detail: Type.String() });
