/**
 * Reservations of money. Postgres is true; this store holds a versioned copy of each balance and what is reserved on it.
 *
 * available(user)  = base − held        held = Σ over the user's holds of (total − journaled)
 * available(token) = remain − held      held = the same over the token's holds; only asked for when the token is limited
 *
 * A hold's `total` covers what it has spent and what it may still spend. Every figure is absolute and only ever
 * replaced by a greater one (or a higher version), so each call may run any number of times, in any order.
 */
export interface Wallet {
  /**
   * Raises a hold to at least `total`, atomically over user and token, creating it when absent.
   * With `spare` it takes more while the balance is large: total + clamp((available − need) · share, 0, max).
   * Expired holds of the user are released first (see `expiresAt`).
   */
  hold(request: HoldRequest): Promise<HoldResult>;

  /** Renews `expiresAt` and notes what each hold has spent so far. Answers the ids that the store does not know. */
  renew(userId: number, holds: readonly HoldRenewal[], expiresAt: number): Promise<string[]>;

  /** Ends a hold: total becomes `spent`, and stays held until as much is journaled. Unknown holds are ignored. */
  close(userId: number, holdId: string, spent: number): Promise<void>;

  /** Brings balances read from Postgres; each is kept only when its version is higher than the stored one. */
  load(userId: number, account: AccountState, tokens: readonly TokenState[]): Promise<void>;

  /** After a commit of billing or the console: new balances and, per hold, all that the journal has of it. */
  apply(
    userId: number,
    account: AccountState,
    tokens: readonly TokenState[],
    holds: readonly { readonly id: string; readonly journaled: number }[],
  ): Promise<void>;

  /** Everything stored about a user, for the audit and for tests; undefined when nothing is. */
  read(userId: number): Promise<WalletState | undefined>;
}

/** Balance of a user as of the account's journal sequence number. A frozen account is refused every hold. */
export interface AccountState {
  readonly version: number;
  readonly base: number;
  readonly frozen: boolean;
}

/** Remainder of a token as of the token's sequence number; negative is possible for unlimited tokens. */
export interface TokenState {
  readonly id: number;
  readonly version: number;
  readonly remain: number;
}

export interface HoldRequest {
  readonly userId: number;
  readonly tokenId: number;
  /** A limited token's remainder bounds the hold as well; an unlimited one's does not. */
  readonly tokenLimited: boolean;
  readonly holdId: string;
  /** Least total (quota) the hold must reach. */
  readonly total: number;
  readonly spare?: { readonly share: number; readonly max: number };
  /** Milliseconds since the epoch. Past it, the next call for the user cuts the hold to max(spent, journaled). */
  readonly expiresAt: number;
  /**
   * Registers a hold that already existed before the store was emptied: no balance is asked for, none need be
   * loaded. Only for figures that an earlier hold covered.
   */
  readonly force?: boolean;
}

export type HoldResult =
  | { readonly status: 'granted'; readonly total: number }
  | { readonly status: 'user_exhausted'; readonly available: number }
  | { readonly status: 'token_exhausted'; readonly available: number }
  | { readonly status: 'frozen' }
  /** The balance of the user or token is not in the store: load it and ask again. */
  | { readonly status: 'cold'; readonly missing: 'account' | 'token' };

export interface HoldRenewal {
  readonly id: string;
  readonly spent: number;
}

export interface WalletState {
  readonly account: AccountState | undefined;
  readonly held: number;
  readonly tokens: readonly (TokenState & { readonly held: number })[];
  readonly holds: readonly HoldState[];
}

export interface HoldState {
  readonly id: string;
  readonly tokenId: number;
  readonly total: number;
  readonly journaled: number;
  readonly spent: number;
  readonly closed: boolean;
  readonly expiresAt: number;
}
