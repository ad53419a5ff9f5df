import {
  type Changes,
  type Consumption,
  changesOf,
  type Figures,
  type Known,
  mergeEvents,
  type ReceivedEvent,
  reasonAgainst,
  type UsageRecord,
} from '@switchyard/billing/money';
import type { Posting } from '@switchyard/db';

interface Account {
  balance: number;
  sequence: number;
  frozen: boolean;
  usedQuota: number;
  requestCount: number;
}

interface Token {
  readonly userId: number;
  remain: number;
  usedQuota: number;
  sequence: number;
}

interface Row {
  readonly userId: number;
  readonly tokenId: number | null;
  amount: number;
}

/**
 * The tables of Postgres that money stands in, as maps. What is decided about events is the product's own code; what its
 * statements then do to the rows is said again here, and journal.test.ts holds it against a real Postgres.
 */
export class Journal {
  readonly accounts = new Map<number, Account>();
  readonly tokens = new Map<number, Token>();
  readonly channels = new Map<number, number>();
  /** By kind and reference. */
  readonly rows = new Map<string, Row>();
  readonly log = new Map<string, { readonly logId: number; readonly type: number; readonly record: UsageRecord }>();
  /** Charges by hold. */
  readonly holds = new Map<string, { readonly userId: number; journaled: number }>();
  readonly deadLetters: string[] = [];
  /** Announcements that nobody has published yet: the user by the number of the row. */
  readonly outbox = new Map<number, number>();
  #outboxRows = 0;

  addUser(userId: number): void {
    this.accounts.set(userId, { balance: 0, sequence: 0, frozen: false, usedQuota: 0, requestCount: 0 });
  }

  addToken(tokenId: number, userId: number, remain: number): void {
    this.tokens.set(tokenId, { userId, remain, usedQuota: 0, sequence: 0 });
  }

  /** `settle` of billing, which is one transaction. */
  settle(events: readonly ReceivedEvent[]): Figures[] {
    const received = mergeEvents(events);
    const accounts = new Set(this.accounts.keys());
    const known = new Map(received.map(({ record }) => [record.id, this.#known(record.id)]));
    const accepted = received.filter((request) => {
      const reason = reasonAgainst(request.record, accounts, known.get(request.record.id));
      if (reason !== undefined) this.deadLetters.push(...request.lines);
      return reason === undefined;
    });
    this.#write(changesOf(accepted, known, true));
    return this.figures({
      userIds: accepted.map(({ record }) => record.userId),
      tokenIds: accepted.map(({ record }) => record.tokenId),
      holdIds: accepted.map(({ holdId }) => holdId),
    });
  }

  /** `readFigures` of billing. */
  figures({
    userIds,
    tokenIds = [],
    holdIds = [],
  }: {
    readonly userIds: readonly number[];
    readonly tokenIds?: readonly number[];
    readonly holdIds?: readonly string[];
  }): Figures[] {
    return [...new Set(userIds)].flatMap((userId) => {
      const account = this.accounts.get(userId);
      if (!account) return [];
      const tokens = [...new Set(tokenIds)].flatMap((id) => {
        const token = this.tokens.get(id);
        return token?.userId === userId ? [{ id, version: token.sequence, remain: token.remain }] : [];
      });
      const holds = [...new Set(holdIds)].flatMap((id) => {
        const hold = this.holds.get(id);
        return hold?.userId === userId ? [{ id, journaled: hold.journaled }] : [];
      });
      const { balance, sequence, frozen } = account;
      return [{ userId, account: { version: sequence, base: balance, frozen }, tokens, holds }];
    });
  }

  /** `post` of libs/db: false when the reference was posted before. */
  post({ kind, reference, userId, tokenId, amount }: Posting): boolean {
    const account = this.accounts.get(userId) as Account;
    const key = `${kind} ${reference}`;
    if (this.rows.has(key)) return false;
    this.rows.set(key, { userId, tokenId: tokenId ?? null, amount });
    account.balance += amount;
    account.sequence++;
    this.outbox.set(++this.#outboxRows, userId);
    return true;
  }

  /** `giveBack` of billing. */
  giveBack({ requestId, userId, tokenId, channelId }: Consumption, amount: number): boolean {
    if (!this.post({ kind: 'refund', reference: requestId, userId, tokenId, amount })) return false;
    (this.accounts.get(userId) as Account).usedQuota -= amount;
    const token = this.tokens.get(tokenId);
    if (token?.userId === userId) {
      token.remain += amount;
      token.usedQuota -= amount;
      token.sequence++;
    }
    this.channels.set(channelId, (this.channels.get(channelId) ?? 0) - amount);
    return true;
  }

  /** What a request was charged; undefined when it is not in the journal. */
  chargeOf(requestId: string): number | undefined {
    const row = this.rows.get(`consume ${requestId}`);
    return row && -row.amount;
  }

  #known(id: string): Known {
    const row = this.rows.get(`consume ${id}`);
    const logged = this.log.get(id);
    return {
      ...(row && { posted: { userId: row.userId, tokenId: row.tokenId ?? 0, quota: -row.amount } }),
      ...(logged && { logged }),
    };
  }

  #write({ postings, raises, accounts, tokens, channels, holds, newLogRows, changedLogRows }: Changes): void {
    for (const { record } of postings) {
      const { id, userId, tokenId, charged } = record;
      this.rows.set(`consume ${id}`, { userId, tokenId, amount: -charged.quota });
    }
    for (const { requestId, quota } of raises) (this.rows.get(`consume ${requestId}`) as Row).amount = -quota;
    for (const [userId, { quota, requests }] of accounts) {
      const account = this.accounts.get(userId) as Account;
      account.balance -= quota;
      account.usedQuota += quota;
      account.requestCount += requests;
      account.sequence++;
    }
    for (const [id, { userId, quota }] of tokens) {
      const token = this.tokens.get(id);
      if (token?.userId !== userId) continue;
      token.remain -= quota;
      token.usedQuota += quota;
      token.sequence++;
    }
    for (const [id, { quota }] of channels) this.channels.set(id, (this.channels.get(id) ?? 0) + quota);
    for (const [id, { userId, quota }] of holds) {
      const hold = this.holds.get(id);
      if (hold) hold.journaled += quota;
      else this.holds.set(id, { userId, journaled: quota });
    }
    for (const { type, record } of newLogRows) this.log.set(record.id, { logId: this.log.size + 1, type, record });
    for (const { type, record, logId } of changedLogRows) this.log.set(record.id, { logId, type, record });
  }
}
