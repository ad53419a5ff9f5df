import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { UsageEvent } from '@switchyard/contracts';
import { uuidv7 } from '@switchyard/crypto';
import { latencyBucket } from '@switchyard/db';
import fc from 'fast-check';
import { sql } from 'kysely';
import { examine } from '../audit/examine.ts';
import type { AuditPorts } from '../audit/invariant.ts';
import { bookInvariants } from '../audit/invariants.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { settle } from './settle.ts';

let books: Books;
before(async () => {
  books = await testBooks();
});
after(() => books.close());

/** What a relay may say of one request, in any order and any number of times. */
const report = fc.record({
  request: fc.nat(11),
  final: fc.boolean(),
  charge: fc.nat(5).map((step) => step * 100),
  failed: fc.boolean(),
  channel: fc.nat(1),
  model: fc.constantFrom('one', 'two'),
  groupRatio: fc.constantFrom('1', '0.5', '0'),
  durationMs: fc.constantFrom(0, 40, 900),
  tries: fc.array(fc.constantFrom(0, 200, 400, 429, 500), { maxLength: 2 }),
});
const deliveries = fc.array(fc.array(report, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 8 });

test('journal, log, roll-up and counters agree after any sequence of reports, and each request costs its greatest charge', async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, async (batches) => {
      const userIds = [await books.user(), await books.user()];
      const tokenIds = await Promise.all(userIds.map((userId) => books.token(userId)));
      const channelIds = [await books.channel(), await books.channel()];
      const requests = Array.from({ length: 12 }, (_, index) => ({ id: uuidv7(), owner: index % 2 }));
      const greatest = new Map<string, number>();

      for (const batch of batches) {
        const events = batch.map(({ request, final, charge, failed, channel, model, ...course }): UsageEvent => {
          const { id, owner } = requests[request] as (typeof requests)[number];
          greatest.set(id, Math.max(charge, greatest.get(id) ?? 0));
          return usageEvent({
            id,
            userId: userIds[owner] as number,
            tokenId: tokenIds[owner] as number,
            channelId: channelIds[channel] as number,
            model,
            final,
            charge,
            tokens: { prompt: charge, completion: 1, cacheRead: charge / 100, cacheWrite: 0 },
            receipt: { card: { input: '2', output: '10', cacheRead: '0.2' }, groupRatio: course.groupRatio },
            durationMs: course.durationMs,
            firstByteMs: Math.floor(course.durationMs / 2),
            status: failed && final ? 502 : 200,
            tries: course.tries.map((status) => ({ channelId: channelIds[channel] as number, status, durationMs: 1 })),
            ...(failed && final ? { error: 'failed' } : {}),
          });
        });
        await settle(books.db, events.map(received));
      }

      const expected = [...greatest.values()].reduce((sum, charge) => sum + charge, 0);
      const { rows } = await sql`
        SELECT (SELECT -coalesce(sum(amount), 0) FROM journal WHERE kind = 'consume' AND user_id = ANY(${userIds}::bigint[])) AS journal,
               (SELECT coalesce(sum(quota), 0) FROM usage_log WHERE user_id = ANY(${userIds}::bigint[])) AS log,
               (SELECT coalesce(sum(quota), 0) FROM usage_hourly WHERE user_id = ANY(${userIds}::bigint[])) AS hourly,
               (SELECT sum(used_quota) FROM channels WHERE id = ANY(${channelIds}::bigint[])) AS channels,
               (SELECT sum(used_quota) FROM tokens WHERE id = ANY(${tokenIds}::bigint[])) AS tokens,
               (SELECT coalesce(sum(journaled), 0) FROM holds WHERE user_id = ANY(${userIds}::bigint[])) AS holds
      `.execute(books.db);
      assert.deepEqual(rows, [
        { journal: expected, log: expected, hourly: expected, channels: expected, tokens: expected, holds: expected },
      ]);
      assert.deepEqual(await rolledUp(userIds), await logged(userIds));
      assert.deepEqual(await timed('usage_latency', 'user_id', userIds), await timedInLog('user_id', userIds));
      assert.deepEqual(
        await timed('usage_latency_channels', 'channel_id', channelIds),
        await timedInLog('channel_id', channelIds),
      );
      assert.deepEqual(await failed(userIds), await failedInLog(userIds));
      const examinations = await examine({ db: books.db } as AuditPorts, bookInvariants, {
        userIds,
      });
      assert.deepEqual(
        examinations.flatMap(({ findings }) => findings),
        [],
      );
    }),
    { numRuns: 150 },
  );
});

test('totals over everybody are what the hours of all users come to', async () => {
  const usage =
    'requests, errors, quota, list_quota, prompt_tokens, completion_tokens, cached_tokens, duration_ms, first_byte_ms';
  await assertTotals('usage_hourly', 'usage_totals', 'hour, channel_id, model, "group"', usage);
  await assertTotals('usage_latency', 'usage_latency_totals', 'hour, bucket', 'durations, first_bytes');
});

test('sums of keys by day are what their hours come to', async () => {
  const { rows: expected } = await sql`
    SELECT (hour AT TIME ZONE 'UTC')::date AS day, user_id, token_id, sum(requests)::bigint AS requests, sum(quota)::bigint AS quota
    FROM usage_hourly GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(books.db);
  const { rows } = await sql`SELECT * FROM usage_daily ORDER BY 1, 2, 3`.execute(books.db);
  assert.ok(rows.length > 0);
  assert.deepEqual(rows, expected);
});

async function assertTotals(from: string, table: string, keys: string, columns: string): Promise<void> {
  const sums = columns.split(', ').map((column) => `sum(${column})::bigint AS ${column}`);
  const { rows: expected } = await sql
    .raw(`SELECT ${keys}, ${sums} FROM ${from} GROUP BY ${keys} ORDER BY ${keys}`)
    .execute(books.db);
  const { rows } = await sql.raw(`SELECT ${keys}, ${columns} FROM ${table} ORDER BY ${keys}`).execute(books.db);
  assert.ok(rows.length > 0);
  assert.deepEqual(rows, expected);
}

async function logged(userIds: number[]): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT user_id, channel_id, model, count(*) AS requests, count(*) FILTER (WHERE other->'error' IS NOT NULL) AS errors,
           sum(quota) AS quota, sum(coalesce((other->>'list_quota')::bigint, quota)) AS list_quota,
           sum(prompt_tokens) AS prompt_tokens, sum((other->>'cache_tokens')::bigint) AS cached_tokens
    FROM usage_log WHERE user_id = ANY(${userIds}::bigint[]) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  `.execute(books.db);
  return rows;
}

async function rolledUp(userIds: number[]): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT user_id, channel_id, model, requests, errors, quota, list_quota, prompt_tokens, cached_tokens
    FROM usage_hourly WHERE user_id = ANY(${userIds}::bigint[]) AND requests <> 0 ORDER BY 1, 2, 3
  `.execute(books.db);
  return rows;
}

/** Times of finished requests without failure, as the buckets of these tests hold them. */
async function timedInLog(whose: Whose, ids: number[]): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT ${sql.ref(whose)} AS of_id, ms, count(*) FILTER (WHERE of = 'duration') AS durations,
           count(*) FILTER (WHERE of = 'first byte' AND ms > 0) AS first_bytes
    FROM usage_log
    CROSS JOIN LATERAL (VALUES ('duration', duration_ms), ('first byte', first_byte_ms)) AS times (of, ms)
    WHERE ${sql.ref(whose)} = ANY(${ids}::bigint[]) AND other->>'ended' <> 'running' AND other->'error' IS NULL
    GROUP BY 1, 2 HAVING count(*) FILTER (WHERE of = 'duration' OR ms > 0) > 0 ORDER BY 1, 2
  `.execute(books.db);
  return rows;
}

type Whose = 'user_id' | 'channel_id';

async function timed(table: string, whose: Whose, ids: number[]): Promise<unknown[]> {
  const ofBucket = new Map([0, 20, 40, 450, 900].map((ms) => [latencyBucket(ms), ms]));
  const { rows } = await sql<{ of_id: number; bucket: number; durations: number; first_bytes: number }>`
    SELECT ${sql.ref(whose)} AS of_id, bucket, durations, first_bytes FROM ${sql.table(table)}
    WHERE ${sql.ref(whose)} = ANY(${ids}::bigint[]) AND (durations <> 0 OR first_bytes <> 0) ORDER BY 1, 2
  `.execute(books.db);
  return rows.map(({ of_id, bucket, durations, first_bytes }) => ({
    of_id,
    ms: ofBucket.get(bucket),
    durations,
    first_bytes,
  }));
}

async function failedInLog(userIds: number[]): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT user_id, sum((other->'error' IS NOT NULL)::int) AS requests,
           sum((SELECT count(*) FROM json_array_elements(other->'admin_info'->'tries') WITH ORDINALITY AS try (made, place)
                WHERE made->>'status' IN ('0', '429', '500')
                  AND (other->'error' IS NOT NULL OR place < json_array_length(other->'admin_info'->'tries'))
                   OR made->>'status' = '200' AND other->'error' IS NOT NULL
                  AND place = json_array_length(other->'admin_info'->'tries'))) AS tries
    FROM usage_log WHERE user_id = ANY(${userIds}::bigint[]) GROUP BY 1
    HAVING sum((other->'error' IS NOT NULL)::int) > 0
        OR sum(json_array_length(other->'admin_info'->'tries')) > 0 ORDER BY 1
  `.execute(books.db);
  return rows.filter((row) => Object.values(row as object).some((value, at) => at > 0 && value > 0));
}

async function failed(userIds: number[]): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT user_id, sum(requests) AS requests, sum(tries) AS tries
    FROM usage_failures WHERE user_id = ANY(${userIds}::bigint[])
    GROUP BY 1 HAVING sum(requests) > 0 OR sum(tries) > 0 ORDER BY 1
  `.execute(books.db);
  return rows;
}
