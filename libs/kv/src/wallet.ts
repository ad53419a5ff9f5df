/**
 * Reservations of money. Postgres is true; this store holds a versioned copy of each balance and what is reserved on it.
 *
 * available(user)  = base − held        held = Σ over the user's holds of (total − journaled)
 * available(token) = remain − held      held = the same over the token's holds; only asked for when the token is limited
 *
 * A hold's `total` covers what it has spent and what it may still spend, and never lies below what it is known to
 * have spent or to be journaled. Every figure is absolute and only ever replaced by a greater one (or a higher
 * version, or the final figure of `close`), so each call may run any number of times, in any order. Figures that are not whole quota within
 * ±1e15 are refused with a RangeError: one NaN would spoil a balance for good.
 */
export interface Wallet {
  /**
   * Raises a hold to at least `total`, atomically over user and token, creating it when absent.
   * With `spare` it takes more while the balance is large: total + floor(clamp((available − need) · share, 0, max)).
   * A hold that already reaches `total` is answered as it stands; a closed one is opened again, so that a relay
   * which lost its hold to expiry can register what it still runs. A refusal changes nothing.
   * Expired holds of the user are released first (see `expiresAt`).
   */
  hold(request: HoldRequest): Promise<HoldResult>;

  /**
   * Renews `expiresAt` and notes the greatest `spent` of each hold: what must stay held if it expires now, so with what
   * its running requests may cost. Answers the ids that are not open: unknown, closed, or cut because they expired.
   * Nothing backs these any more: stop spending from them, then hold by force what they spent and still run.
   */
  renew(userId: number, holds: readonly HoldRenewal[], expiresAt: number): Promise<string[]>;

  /**
   * Ends a hold: total becomes `spent`, or what is journaled when that is more, and stays held until as much is
   * journaled. The figure is final: it replaces what renewals noted, also when the hold had expired, and renewals that
   * come late change nothing. Unknown holds are ignored.
   */
  close(userId: number, holdId: string, spent: number): Promise<void>;

  /**
   * Brings balances read from Postgres; each is kept only when its version is higher than the stored one. With the
   * `ticket` of a cold answer, only by the store that gave it: a balance that was read before the store was emptied
   * knows nothing of what is on its way since, and would be lent out before the epoch opens again.
   */
  load(userId: number, account: AccountState, tokens: readonly TokenState[], ticket?: string): Promise<void>;

  /**
   * After a commit of billing or the console: new balances and, per hold, all that the journal has of it.
   * A balance that was never loaded stays cold (an emptied store must not look whole before its epoch opens), but
   * from then on `load` refuses a version older than this one.
   */
  apply(
    userId: number,
    account: AccountState,
    tokens: readonly TokenState[],
    holds: readonly { readonly id: string; readonly journaled: number }[],
  ): Promise<void>;

  /** Everything known about a user, ordered by id, for the audit and for tests; undefined when nothing is. */
  read(userId: number): Promise<WalletState | undefined>;
}

/**
 * Balance of a user as of the account's journal sequence number. A frozen account is refused every hold; freezing
 * takes a new version like any other change, or it is ignored.
 */
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
  /**
   * Milliseconds since the epoch by the caller's clock. Past it, the next call for the user cuts the hold to
   * max(spent, journaled) and closes it. Adapters carry over the time that is left, so clocks need not agree.
   */
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
  /** The balance of the user or token is not in the store: load it with the ticket and ask again. */
  | { readonly status: 'cold'; readonly missing: 'account' | 'token'; readonly ticket: string };

export interface HoldRenewal {
  readonly id: string;
  readonly spent: number;
}

export interface WalletState {
  readonly account: AccountState | undefined;
  readonly held: number;
  readonly tokens: readonly TokenHeld[];
  readonly holds: readonly HoldState[];
}

/** `state` is undefined while the token's remainder is not loaded, as for unlimited tokens. */
export interface TokenHeld {
  readonly id: number;
  readonly held: number;
  readonly state: TokenState | undefined;
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
