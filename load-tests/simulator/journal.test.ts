import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { giveBack, readFigures, settle } from '@switchyard/billing/money';
import type { UsageEvent } from '@switchyard/contracts';
import { uuidv7 } from '@switchyard/crypto';
import { type Database, openDatabase, post } from '@switchyard/db';
import { testDatabase } from '@switchyard/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Journal } from './journal.ts';

let db: Database;
let drop: () => Promise<void>;
before(async () => {
  const database = await testDatabase();
  db = openDatabase({ url: database.url, applicationName: 'simulator-test' });
  drop = database.drop;
});
after(async () => {
  await db.destroy();
  await drop();
});

const event = fc.record({
  request: fc.nat(7),
  /** Seldom another's: two owners of one request contradict each other. */
  owner: fc.constantFrom(undefined, undefined, undefined, undefined, 0, 1),
  charge: fc.nat(5).map((step) => step * 100),
  final: fc.boolean(),
  failed: fc.boolean(),
  channel: fc.nat(1),
  hold: fc.nat(2),
});
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('settle' as const),
      events: fc.array(event, { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('post' as const),
      kind: fc.constantFrom('topup' as const, 'redeem' as const),
      owner: fc.nat(1),
      reference: fc.nat(2),
      amount: fc.integer({ min: 1, max: 500 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      request: fc.nat(7),
      amount: fc.integer({ min: 1, max: 300 }),
    }),
  },
);

test('the maps of the simulator hold what the tables of Postgres do, after whatever was booked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const journal = new Journal();
      const users = [await user(journal), await user(journal)] as [User, User];
      const channels = [await channel(), await channel()];
      const requests = Array.from({ length: 8 }, (_, index) => ({ id: uuidv7(), owner: index % 2 }));
      const holds = ['a', 'b', 'c'].map((name) => `${name} ${uuidv7()}`);
      const ids = {
        userIds: users.map(({ userId }) => userId),
        tokenIds: users.map(({ tokenId }) => tokenId),
        holdIds: users.flatMap(({ userId }) => holds.map((hold) => `${hold} ${userId}`)),
      };
      for (const one of steps) {
        if (one.does === 'settle') {
          const events = one.events.map(({ request, owner, charge, final, failed, channel, hold }) => {
            const { id, owner: usual } = requests[request] as (typeof requests)[number];
            const { userId, tokenId } = users[owner ?? usual] as User;
            const fields = { id, userId, tokenId, charge, final, channelId: channels[channel] as number };
            return usageEvent({ ...fields, holdId: `${holds[hold]} ${userId}`, failed: failed && final });
          });
          // Two owners of one new request in one batch are told apart by `settleWithRetries`, which settles halves.
          const first = new Map(events.toReversed().map(({ id, userId }) => [id, userId]));
          const received = events
            .filter(({ id, userId }) => first.get(id) === userId)
            .map((value) => ({ event: value, line: JSON.stringify(value) }));
          assert.deepEqual(sorted(journal.settle(received)), sorted(await settle(db, received)));
        } else if (one.does === 'post') {
          const { userId } = users[one.owner] as User;
          const posting = { kind: one.kind, reference: `${userId} ${one.reference}`, userId, amount: one.amount };
          assert.equal(journal.post(posting), await db.transaction().execute((trx) => post(trx, posting)));
        } else {
          const { id, owner } = requests[one.request] as (typeof requests)[number];
          const charge = journal.chargeOf(id);
          // Only what is booked, and on its owner, is ever given back.
          if (!charge || journal.rows.get(`consume ${id}`)?.userId !== users[owner]?.userId) continue;
          const { userId, tokenId } = users[owner] as User;
          const consumption = {
            requestId: id,
            userId,
            tokenId,
            channelId: channels[0] as number,
            group: 'g',
            model: 'm',
          };
          const refund = { amount: Math.min(one.amount, charge), listAmount: 0 };
          const given = await db.transaction().execute((trx) => giveBack(trx, consumption, refund, 'test'));
          assert.equal(journal.giveBack(consumption, refund.amount), given);
        }
        assert.deepEqual(sorted(journal.figures(ids)), sorted(await readFigures(db, ids)));
      }
      assert.deepEqual(modelRows(journal, channels), await tableRows(ids, channels));
    }),
    { numRuns: 50 },
  );
});

interface User {
  readonly userId: number;
  readonly tokenId: number;
}

async function user(journal: Journal): Promise<User> {
  const name = randomBytes(6).toString('hex');
  const { id: userId } = await db
    .insertInto('users')
    .values({ username: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('accounts').values({ user_id: userId }).execute();
  const gift = { kind: 'gift', reference: `${userId}`, userId, amount: 1_000 } as const;
  await db.transaction().execute((trx) => post(trx, gift));
  const { id: tokenId, sequence } = await db
    .insertInto('tokens')
    .values({ user_id: userId, key_hash: randomBytes(32), key_sealed: '', key_mask: '', name, remain_quota: 5_000 })
    .returning(['id', 'sequence'])
    .executeTakeFirstOrThrow();
  journal.addUser(userId);
  journal.post(gift);
  journal.addToken(tokenId, userId, 5_000);
  Object.assign(journal.tokens.get(tokenId) ?? {}, { sequence });
  const figures = await readFigures(db, { userIds: [userId] });
  Object.assign(journal.accounts.get(userId) ?? {}, { sequence: figures[0]?.account.version });
  return { userId, tokenId };
}

async function channel(): Promise<number> {
  const { id } = await db
    .insertInto('channels')
    .values({ type: 1, name: 'upstream', key_sealed: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function usageEvent({ failed, ...fields }: Partial<UsageEvent> & { readonly failed: boolean }): UsageEvent {
  return {
    version: 1,
    username: 'ada',
    tokenName: 'key',
    group: 'default',
    model: 'm',
    stream: true,
    tokens: { prompt: fields.charge ?? 0, completion: 1, cacheRead: 0, cacheWrite: 0 },
    counted: 'upstream',
    status: failed ? 502 : 200,
    ended: fields.final ? 'done' : 'running',
    durationMs: 1,
    firstByteMs: 1,
    tries: [],
    ip: '',
    path: '/',
    ...(failed ? { error: 'failed' } : {}),
    ...fields,
  } as UsageEvent;
}

function sorted<Row extends object>(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(deep(row))).sort();
}

/** With lists in one order, and members too. */
function deep(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(deep).sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [key, deep(member)]),
  );
}

function modelRows(journal: Journal, channels: readonly number[]) {
  return {
    journal: [...journal.rows]
      .map(([key, { userId, tokenId, amount }]) => `${key} ${userId} ${tokenId} ${amount}`)
      .sort(),
    accounts: [...journal.accounts].map(([id, { usedQuota, requestCount }]) => `${id} ${usedQuota} ${requestCount}`),
    tokens: [...journal.tokens].map(([id, { remain, usedQuota }]) => `${id} ${remain} ${usedQuota}`),
    channels: channels.map((id) => `${id} ${journal.channels.get(id) ?? 0}`),
    log: [...journal.log.values()]
      .map(
        ({ type, record: { id, charged, course } }) =>
          `${id} ${type} ${charged.quota} ${charged.channelId} ${course.details.ended}`,
      )
      .sort(),
    deadLetters: new Set(journal.deadLetters).size,
  };
}

async function tableRows(ids: { userIds: number[]; tokenIds: number[] }, channels: readonly number[]) {
  const texts = async (query: ReturnType<typeof sql<{ text: string }>>) =>
    (await query.execute(db)).rows.map(({ text }) => text);
  const { userIds, tokenIds } = ids;
  return {
    journal: (
      await texts(sql`
        SELECT concat_ws(' ', kind, reference, user_id, coalesce(token_id::text, 'null'), amount) AS text
        FROM journal WHERE user_id = ANY(${userIds}::bigint[])`)
    ).sort(),
    accounts: await texts(sql`
      SELECT concat_ws(' ', user_id, used_quota, request_count) AS text
      FROM accounts WHERE user_id = ANY(${userIds}::bigint[]) ORDER BY user_id`),
    tokens: await texts(sql`
      SELECT concat_ws(' ', id, remain_quota, used_quota) AS text
      FROM tokens WHERE id = ANY(${tokenIds}::bigint[]) ORDER BY id`),
    channels: await texts(sql`
      SELECT concat_ws(' ', id, used_quota) AS text FROM channels WHERE id = ANY(${channels}::bigint[]) ORDER BY id`),
    log: (
      await texts(sql`
        SELECT concat_ws(' ', request_id, type, quota, channel_id, other->>'ended') AS text
        FROM usage_log WHERE user_id = ANY(${userIds}::bigint[]) AND type IN (2, 5)`)
    ).sort(),
    deadLetters: (await texts(sql`SELECT payload AS text FROM dead_letters WHERE user_id = ANY(${userIds}::bigint[])`))
      .length,
  };
}
