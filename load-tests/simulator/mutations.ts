import type { Wallet } from '@switchyard/kv';
import type { Mutation } from './world.ts';

/** Calls of the wallet that are done otherwise; the rest stays. */
type Otherwise = (wallet: Wallet) => Partial<Wallet>;

function wallet(otherwise: Otherwise): Mutation {
  return {
    kv: (kv) => {
      const changed = otherwise(kv.wallet);
      const proxy = new Proxy(kv.wallet, {
        get: (target, name: keyof Wallet) => changed[name] ?? target[name].bind(target),
      });
      return { ...kv, wallet: proxy };
    },
  };
}

/** Ways to get money wrong, each of which the simulator must find. Put around the adapters: the product knows nothing of them. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'a relay hears of twice what is held for it': wallet((real) => ({
    async hold(request) {
      const result = await real.hold(request);
      return result.status === 'granted' ? { ...result, total: result.total * 2 } : result;
    },
  })),
  'the end of a hold frees what the journal does not have yet': wallet((real) => ({
    close: (userId, holdId) => real.close(userId, holdId, 0),
  })),
  'the end of a hold adds to what it spent each time it is told': wallet((real) => {
    const told = new Map<string, number>();
    return {
      async close(userId, holdId, spent) {
        told.set(holdId, (told.get(holdId) ?? 0) + spent);
        await real.close(userId, holdId, told.get(holdId) ?? spent);
      },
    };
  }),
  'the end of a hold is lost': wallet(() => ({ async close() {} })),
  'an older balance is accepted': wallet((real) => {
    const versions = new Map<number, number>();
    return {
      async apply(userId, account, tokens, holds) {
        // Whatever came is made the latest.
        const version = (versions.get(userId) ?? account.version) + 1;
        versions.set(userId, version);
        await real.apply(userId, { ...account, version }, tokens, holds);
      },
    };
  }),
  'the wallet is told a balance from before the charges': wallet((real) => ({
    apply: (userId, account, tokens, holds) =>
      real.apply(userId, { ...account, base: account.base + (holds[0]?.journaled ?? 0) }, tokens, holds),
  })),
  'the journal adds where it must take the greater': {
    journal: (journal) => {
      const settle = journal.settle.bind(journal);
      journal.settle = (events) =>
        settle(
          events.map(({ event }) => {
            const charge = event.charge + (journal.chargeOf(event.id) ?? 0);
            return { event: { ...event, charge }, line: JSON.stringify({ ...event, charge }) };
          }),
        );
    },
  },
  'the journal takes the last figure, not the greatest': {
    journal: (journal) => {
      const settle = journal.settle.bind(journal);
      journal.settle = (events) => {
        const figures = settle(events);
        for (const { event } of events) {
          const row = journal.rows.get(`consume ${event.id}`);
          if (row) row.amount = -event.charge;
        }
        return figures;
      };
    },
  },
  'a payment that is told twice counts twice': {
    journal: (journal) => {
      const post = journal.post.bind(journal);
      let count = 0;
      journal.post = (posting) => post({ ...posting, reference: `${posting.reference} ${++count}` });
    },
  },
  'the recovery forgets the last record': {
    disk: (disk) => {
      disk.onRead = withoutLastRecord;
    },
  },
};

/** A segment as it was before its last record came. */
function withoutLastRecord(segment: Buffer): Buffer {
  const starts: number[] = [];
  for (let at = 0; at + 9 <= segment.length; at += 9 + segment.readUInt32LE(at)) starts.push(at);
  return segment.subarray(0, starts.at(-1) ?? segment.length);
}
