import { randomUUID } from 'node:crypto';
import type { AccountState, HoldRequest, HoldResult, HoldState, TokenState, WalletState } from '../wallet.ts';

type Hold = { -readonly [Field in keyof HoldState]: HoldState[Field] };

/** Until `loaded`, only the least version to accept is known. */
interface TokenBalance {
  loaded: boolean;
  version: number;
  remain: number;
  held: number;
}

const refusedFrozen: HoldResult = { status: 'frozen' };

/** Balance and holds of one user. Every method is one atomic step because it never waits. */
export class UserWallet {
  private loaded = false;
  private version = 0;
  private base = 0;
  private frozen = false;
  private held = 0;
  private ticket: string | undefined;
  private readonly tokens = new Map<number, TokenBalance>();
  private readonly holds = new Map<string, Hold>();
  /** No open hold expires before; saves the scan in nearly every call. */
  private nextExpiry = Number.POSITIVE_INFINITY;

  /** Cuts the holds that are past their time to what is known to be spent. */
  expire(now: number): void {
    if (now < this.nextExpiry) return;
    this.nextExpiry = Number.POSITIVE_INFINITY;
    for (const hold of this.holds.values()) {
      if (hold.closed) continue;
      if (hold.expiresAt <= now) this.end(hold);
      else if (hold.expiresAt < this.nextExpiry) this.nextExpiry = hold.expiresAt;
    }
  }

  hold(request: HoldRequest): HoldResult {
    const known = this.holds.get(request.holdId);
    const current = known === undefined ? 0 : known.total;
    const tokenId = known === undefined ? request.tokenId : known.tokenId;
    let total = Math.max(request.total, current);
    if (request.force !== true) {
      if (!this.loaded) return this.cold('account');
      if (this.frozen) return refusedFrozen;
      const token = request.tokenLimited ? this.tokens.get(tokenId) : undefined;
      if (request.tokenLimited && token?.loaded !== true) return this.cold('token');
      const need = total - current;
      const available = this.base - this.held;
      if (need > 0 && need > available) return { status: 'user_exhausted', available };
      const tokenAvailable = token === undefined ? Number.POSITIVE_INFINITY : token.remain - token.held;
      if (need > 0 && need > tokenAvailable) return { status: 'token_exhausted', available: tokenAvailable };
      if (request.spare !== undefined && (need > 0 || known === undefined)) {
        const rest = Math.min(available, tokenAvailable) - need;
        total += Math.max(0, Math.floor(Math.min(rest * request.spare.share, request.spare.max, rest)));
      }
    }
    const hold = known ?? this.create(request.holdId, tokenId);
    hold.closed = false;
    this.prolong(hold, request.expiresAt);
    this.move(hold, total, hold.journaled);
    return { status: 'granted', total };
  }

  /** False when the hold is not open; then nothing changes. */
  renew(id: string, spent: number, expiresAt: number): boolean {
    const hold = this.holds.get(id);
    if (hold === undefined || hold.closed) return false;
    hold.spent = Math.max(hold.spent, spent);
    this.move(hold, Math.max(hold.total, hold.spent), hold.journaled);
    this.prolong(hold, expiresAt);
    return true;
  }

  close(id: string, spent: number): void {
    const hold = this.holds.get(id);
    if (hold === undefined) return;
    hold.spent = spent;
    this.end(hold);
  }

  journal(id: string, journaled: number): void {
    const hold = this.holds.get(id);
    if (hold === undefined || journaled <= hold.journaled) return;
    this.move(hold, Math.max(hold.total, journaled), journaled);
    this.forgetSettled(hold);
  }

  /** Whether a cold answer of this wallet carried it. */
  knows(ticket: string): boolean {
    return this.ticket === ticket;
  }

  /** `first`: whether this may be the first balance known. */
  putAccount(account: AccountState, first: boolean): void {
    if (this.loaded ? account.version <= this.version : account.version < this.version) return;
    this.version = account.version;
    if (!this.loaded && !first) return;
    this.loaded = true;
    this.base = account.base;
    this.frozen = account.frozen;
  }

  putToken(state: TokenState, first: boolean): void {
    const token = this.token(state.id);
    if (token.loaded ? state.version <= token.version : state.version < token.version) return;
    token.version = state.version;
    if (!token.loaded && !first) return;
    token.loaded = true;
    token.remain = state.remain;
  }

  read(): WalletState | undefined {
    const tokens = [...this.tokens]
      .filter(([, token]) => token.loaded || token.held > 0)
      .sort(([left], [right]) => left - right)
      .map(([id, { loaded, version, remain, held }]) => ({
        id,
        held,
        state: loaded ? { id, version, remain } : undefined,
      }));
    const holds = [...this.holds.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
    if (!this.loaded && tokens.length === 0 && holds.length === 0) return undefined;
    return {
      account: this.loaded ? { version: this.version, base: this.base, frozen: this.frozen } : undefined,
      held: this.held,
      tokens,
      holds: holds.map((hold) => ({ ...hold })),
    };
  }

  private cold(missing: 'account' | 'token'): HoldResult {
    this.ticket ??= randomUUID();
    return { status: 'cold', missing, ticket: this.ticket };
  }

  private create(id: string, tokenId: number): Hold {
    const hold = { id, tokenId, total: 0, journaled: 0, spent: 0, closed: false, expiresAt: 0 };
    this.holds.set(id, hold);
    return hold;
  }

  private token(id: number): TokenBalance {
    let token = this.tokens.get(id);
    if (token === undefined) {
      token = { loaded: false, version: 0, remain: 0, held: 0 };
      this.tokens.set(id, token);
    }
    return token;
  }

  private prolong(hold: Hold, expiresAt: number): void {
    if (expiresAt > hold.expiresAt) hold.expiresAt = expiresAt;
    if (hold.expiresAt < this.nextExpiry) this.nextExpiry = hold.expiresAt;
  }

  private end(hold: Hold): void {
    hold.closed = true;
    this.move(hold, Math.max(hold.spent, hold.journaled), hold.journaled);
    this.forgetSettled(hold);
  }

  private forgetSettled(hold: Hold): void {
    if (hold.closed && hold.journaled >= hold.total) this.holds.delete(hold.id);
  }

  /** The one place where a hold's figures change, so that the sums of user and token change with them. */
  private move(hold: Hold, total: number, journaled: number): void {
    const change = total - journaled - (hold.total - hold.journaled);
    hold.total = total;
    hold.journaled = journaled;
    if (change === 0) return;
    this.held += change;
    this.token(hold.tokenId).held += change;
  }
}
