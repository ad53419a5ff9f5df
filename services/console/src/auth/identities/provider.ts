import type { Options, Secrets } from '@switchyard/contracts';
import { type Static, Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Refusal } from '../../http/answer.ts';

export const ProviderName = Type.Union([
  Type.Literal('github'),
  Type.Literal('linuxdo'),
  Type.Literal('oidc'),
  Type.Literal('wechat'),
  Type.Literal('telegram'),
]);
export type ProviderName = Static<typeof ProviderName>;

/** What providers are set up with. */
export interface Setup {
  readonly options: Options;
  readonly secrets: Secrets;
  readonly config: Config;
}

/** Somebody outside who vouches for users. */
export interface Provider<Connection = unknown> {
  /** In addresses, in the table and before generated names. */
  readonly name: ProviderName;
  /** For people. */
  readonly label: string;
  /** What signs in is not bound to the browser that asked for it, so the owner is told of each sign-in. */
  readonly tellsOfSignIns?: true;
  /** For a provider that is enabled and has all that it needs: see features.ts. */
  connect(setup: Setup): Connection;
}

/** An account at a provider. */
export interface Profile {
  /** Never changes, is never given to somebody else, and is never empty. */
  readonly subject: string;
  /** What people call the account. */
  readonly name: string;
  /** Only one that the provider has verified. It links nothing: a new user gets it when nobody else has it. */
  readonly email?: string;
  /** Why this account, though genuine, may not become a new user. */
  readonly registrationProblem?: string;
}

/** One sign-in under way at a provider that sends browsers back with a code. */
export interface Attempt {
  readonly state: string;
  /** Of PKCE. Set when the authorize address was ours; then it had our redirect address too. */
  readonly verifier?: string;
}

/** Signs in by the authorization code grant (RFC 6749, section 4.1). */
export interface CodeProvider extends Provider<CodeConnection> {
  /** Takes PKCE (RFC 7636). */
  readonly takesPkce: boolean;
}

export interface CodeConnection {
  /** The page on which people agree. */
  authorizeUrl(attempt: Attempt): Promise<string>;
  /**
   * Exchanges what the page gave for the account. A refusal is the person's to mend; throws, without anything secret in the
   * message, when the provider is unreachable, answers nonsense or does not accept our set-up.
   */
  identify(callback: CodeCallback, attempt: Attempt): Promise<Profile | Refusal>;
}

export interface CodeCallback {
  readonly code: string;
  /** Who sent the browser back (RFC 9207). */
  readonly iss?: string;
}
