import type { AccountState, TokenState } from '@switchyard/kv';
import type { Logger } from '@switchyard/log';
import { type GatewayError, refuse } from '../errors.ts';
import type { Hold, HoldSpent } from './hold.ts';
import { Holds, type HoldsOptions, holdExpiresAt, spentOf } from './holds.ts';
import { Lease } from './lease.ts';

/** Reads balances from Postgres; undefined when the user or token is gone. */
export type LoadBalance = (
  userId: number,
  tokenId: number,
) => Promise<{ readonly account: AccountState; readonly token: TokenState | undefined } | undefined>;

export interface LeasesOptions extends HoldsOptions {
  readonly loadBalance: LoadBalance;
  readonly log: Logger;
  /** Most quota taken ahead for one token. */
  readonly maxSpare: number;
}

/** Money of customers that this relay has in its hands, as quota. */
export interface LeaseFigures {
  readonly leases: number;
  /** Taken from balances and not spent: reserved by running requests, or free. */
  readonly held: number;
  readonly reserved: number;
  /** Spent, and the stream does not have the charges yet. */
  readonly unpublished: number;
}

interface Waiter {
  readonly amount: number;
  readonly done: (refusal: GatewayError | undefined) => void;
}

interface Slot {
  readonly lease: Lease;
  limited: boolean;
  /** What is free was taken before the token got the limits that it has: it must not be spent. */
  outdated: boolean;
  waiters: Waiter[];
  growing: boolean;
  /** Calls for its hold under way: until they are answered it cannot be given back. */
  asking: number;
}

const idleMs = 10_000;
const renewEveryMs = 60_000;
const presenceTtlMs = 15_000;
const tickMs = 1_000;

/** The leases of this relay, by token: admission in memory, growth and return through kv. */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #slots = new Map<number, Slot>();
  readonly #holds: Holds;
  #relays = 1;
  #epoch: string | undefined;
  readonly #opening = Promise.withResolvers<void>();
  #opened = false;
  /** By the clock of `performance`. */
  #renewedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;

  constructor(options: LeasesOptions) {
    this.#options = options;
    this.#holds = new Holds(options);
  }

  /** Begins to watch kv. Until its epoch is open nobody is admitted. */
  async start(): Promise<void> {
    await this.#tick();
    this.#timer = setInterval(() => {
      this.#ticking ??= this.#tick()
        .catch((error) => this.#options.log.warn({ err: error }, 'kv does not answer; running on what is held'))
        .finally(() => {
          this.#ticking = undefined;
        });
    }, tickMs);
  }

  /** Returns what is free, and answers whether kv has heard of all of it. Requests must have ended. */
  async stop(): Promise<boolean> {
    clearInterval(this.#timer);
    await this.#ticking;
    for (const { lease } of this.#slots.values()) this.#holds.end(lease.hold);
    this.#slots.clear();
    const closing = this.#holds.closeAll();
    await Promise.allSettled([closing, this.#options.kv.relays.leave(this.#options.relayId)]);
    return closing;
  }

  /** Balances have been readable since the start: before that every request would be refused. */
  get opened(): boolean {
    return this.#opened;
  }

  /** Resolves when that is so. */
  whenOpened(): Promise<void> {
    return this.#opening.promise;
  }

  lease(userId: number, tokenId: number): Lease {
    const { lease } = this.#slot(userId, tokenId);
    lease.lastUsedAt = performance.now();
    return lease;
  }

  /** A user's account changed: when it is frozen, nothing more is spent of what was taken ahead. Meanwhile it is. */
  async recheck(userId: number): Promise<void> {
    for (const slot of this.#slots.values()) {
      if (slot.lease.hold.userId !== userId || slot.lease.total === 0) continue;
      const refusal = await this.#grow(slot, slot.lease.free);
      if (refusal?.code === 'account_frozen') slot.lease.total = slot.lease.reserved + slot.lease.hold.spent;
    }
  }

  /** A token changed: nothing is spent of what was taken ahead for it before, which may be more than it is allowed now. */
  recall(tokenId: number): void {
    const slot = this.#slots.get(tokenId);
    if (slot) slot.outdated = true;
  }

  /** What each hold has spent, for the spool's checkpoints. */
  spent(): HoldSpent[] {
    const holds = [...this.#slots.values()].map(({ lease }) => lease.hold);
    return [...holds, ...this.#holds.ended].filter(({ noted }) => noted).map(spentOf);
  }

  figures(): LeaseFigures {
    const figures = { leases: this.#slots.size, held: 0, reserved: 0, unpublished: 0 };
    for (const { lease } of this.#slots.values()) {
      figures.held += lease.reserved + Math.max(0, lease.free);
      figures.reserved += lease.reserved;
      figures.unpublished += lease.hold.unpublished;
    }
    for (const hold of this.#holds.ended) figures.unpublished += hold.unpublished;
    return figures;
  }

  /** Reserves `amount` for a new request: at once when the lease has it, else after it grew. Answers the refusal. */
  reserve(lease: Lease, limited: boolean, amount: number): undefined | Promise<GatewayError | undefined> {
    const slot = this.#slot(lease.hold.userId, lease.hold.tokenId);
    if (limited && !slot.limited) slot.outdated = true;
    slot.limited = limited;
    return this.#take(slot, lease, amount);
  }

  /** The same for one that runs. Whether its token is limited may have changed since it began: newer requests say so. */
  extend(lease: Lease, amount: number): undefined | Promise<GatewayError | undefined> {
    return this.#take(this.#slot(lease.hold.userId, lease.hold.tokenId), lease, amount);
  }

  #take(slot: Slot, lease: Lease, amount: number): undefined | Promise<GatewayError | undefined> {
    lease.lastUsedAt = performance.now();
    if (!slot.outdated && slot.waiters.length === 0 && lease.reserve(amount)) {
      if (lease.free * 4 < lease.total - lease.hold.spent && !slot.growing) this.#refill(slot, amount);
      return undefined;
    }
    return new Promise((done) => {
      slot.waiters.push({ amount, done });
      if (!slot.growing) void this.#serve(slot);
    });
  }

  #slot(userId: number, tokenId: number): Slot {
    let slot = this.#slots.get(tokenId);
    if (!slot) {
      slot = {
        lease: new Lease(this.#holds.open(userId, tokenId)),
        limited: false,
        outdated: false,
        waiters: [],
        growing: false,
        asking: 0,
      };
      this.#slots.set(tokenId, slot);
    }
    return slot;
  }

  /** Grows the lease for one waiter after the other; those that fit meanwhile go without asking kv. */
  async #serve(slot: Slot): Promise<void> {
    slot.growing = true;
    try {
      for (let waiter = slot.waiters[0]; waiter; waiter = slot.waiters[0]) {
        if (slot.outdated) await this.#giveBack(slot);
        let refusal: GatewayError | undefined;
        if (!slot.lease.reserve(waiter.amount)) {
          refusal = await this.#grow(slot, waiter.amount);
          if (!refusal && !slot.lease.reserve(waiter.amount))
            refusal = refuse('unavailable', 'the balance is being read');
        }
        slot.waiters.shift();
        waiter.done(refusal);
      }
    } finally {
      slot.growing = false;
    }
  }

  /** Gives back all that is free: what runs goes on under a new hold, since none shrinks. */
  async #giveBack(slot: Slot): Promise<void> {
    // An answer to a call that is under way would open the old hold again.
    if (slot.asking > 0) return;
    slot.outdated = false;
    const { lease } = slot;
    if (lease.free <= 0) return;
    const { userId, tokenId } = lease.hold;
    const old = lease.change(this.#holds.open(userId, tokenId));
    this.#holds.end(old);
    try {
      await this.#holds.register(lease.hold, lease.total);
      await this.#holds.close(old);
    } catch (error) {
      this.#options.log.warn({ err: error, userId }, 'a hold could not be given back yet');
      // The next look finds the new hold missing, and ends the old one behind that.
      this.#renewedAt = Number.NEGATIVE_INFINITY;
    }
  }

  #refill(slot: Slot, amount: number): void {
    slot.growing = true;
    // A refusal is no news: the next request that does not fit will hear it.
    this.#grow(slot, slot.lease.free + amount).finally(() => {
      slot.growing = false;
      if (slot.waiters.length > 0) void this.#serve(slot);
    });
  }

  async #grow(slot: Slot, amount: number): Promise<GatewayError | undefined> {
    slot.asking++;
    try {
      return await this.#askForHold(slot, amount, false);
    } catch (error) {
      this.#options.log.error({ err: error, userId: slot.lease.hold.userId }, 'a hold could not grow');
      return refuse('unavailable', 'the balance cannot be checked');
    } finally {
      slot.asking--;
    }
  }

  async #askForHold(slot: Slot, amount: number, loaded: boolean): Promise<GatewayError | undefined> {
    const { lease } = slot;
    if (this.#epoch === undefined) return refuse('unavailable', 'balances are being settled');
    const { hold } = lease;
    this.#holds.note(hold);
    const result = await this.#options.kv.wallet.hold({
      userId: hold.userId,
      tokenId: hold.tokenId,
      tokenLimited: slot.limited,
      holdId: hold.id,
      total: lease.reserved + hold.spent + amount,
      spare: { share: 1 / (4 * this.#relays), max: this.#options.maxSpare },
      expiresAt: holdExpiresAt(),
    });
    // kv was emptied meanwhile: the hold that answered is not this lease's any more.
    if (hold !== lease.hold) return refuse('unavailable', 'balances are being settled');
    switch (result.status) {
      case 'granted':
        lease.total = Math.max(lease.total, result.total);
        return undefined;
      case 'user_exhausted':
        return refuse('insufficient_user_quota');
      case 'token_exhausted':
        return refuse('pre_consume_token_quota_failed');
      case 'frozen':
        return refuse('account_frozen');
      case 'cold':
        if (loaded) return refuse('unavailable', 'the balance is being read');
        return (await this.#load(hold, result.ticket)) ?? this.#askForHold(slot, amount, true);
    }
  }

  async #load({ userId, tokenId }: Hold, ticket: string): Promise<GatewayError | undefined> {
    // Read before Postgres: a charge that is not yet in any balance keeps the epoch closed.
    await this.#checkEpoch();
    if (this.#epoch === undefined) return refuse('unavailable', 'balances are being settled');
    const balance = await this.#options.loadBalance(userId, tokenId);
    if (!balance) return refuse('invalid_key');
    await this.#options.kv.wallet.load(userId, balance.account, balance.token ? [balance.token] : [], ticket);
    return undefined;
  }

  async #tick(): Promise<void> {
    await this.#checkEpoch();
    const now = performance.now();
    this.#relays = Math.max(1, await this.#options.kv.relays.beat(this.#options.relayId, presenceTtlMs));
    for (const [tokenId, slot] of this.#slots) {
      const { lease, asking, waiters } = slot;
      if (lease.reserved === 0 && asking === 0 && waiters.length === 0 && now - lease.lastUsedAt > idleMs) {
        this.#slots.delete(tokenId);
        this.#holds.end(lease.hold);
      }
    }
    if (now - this.#renewedAt > renewEveryMs) {
      this.#renewedAt = now;
      for (const { lease } of this.#slots.values()) await this.#renew(lease);
    }
    await this.#holds.settleEnded();
  }

  /** A hold that ran out while kv was away must not be spent from: what is under way is held again under a new name. */
  async #renew(lease: Lease): Promise<void> {
    if (lease.total === 0) return;
    const { hold } = lease;
    const renewal = { id: hold.id, spent: lease.reserved + hold.spent };
    const lost = await this.#options.kv.wallet.renew(hold.userId, [renewal], holdExpiresAt());
    if (!lost.includes(hold.id) || hold !== lease.hold) return;
    this.#change(lease);
    await this.#holds.register(lease.hold, lease.total);
  }

  /** When kv was emptied, registers again what is reserved or not yet in the stream; the rest is on its way to the journal. */
  async #checkEpoch(): Promise<void> {
    const epoch = await this.#options.kv.epoch.read();
    if (epoch === this.#epoch && epoch !== undefined) return;
    if (this.#epoch !== undefined) {
      this.#epoch = undefined;
      this.#options.log.warn('kv was emptied: holds are registered again');
      for (const { lease } of this.#slots.values()) this.#change(lease);
    }
    // Again at every look while the mark is missing: the store may be emptied twice.
    for (const { lease } of this.#slots.values()) await this.#holds.register(lease.hold, lease.total);
    await this.#holds.closeAgain();
    this.#epoch = epoch;
    if (epoch === undefined) return;
    this.#opened = true;
    this.#opening.resolve();
  }

  #change(lease: Lease): void {
    const { userId, tokenId } = lease.hold;
    const old = lease.change(this.#holds.open(userId, tokenId));
    old.lost = true;
    this.#holds.end(old);
  }
}
