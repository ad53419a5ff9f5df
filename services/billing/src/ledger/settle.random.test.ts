import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { UsageEvent } from '@switchyard/contracts';
import { uuidv7 } from '@switchyard/crypto';
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
        const events = batch.map(({ request, final, charge, failed, channel, model }): UsageEvent => {
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
      const examinations = await examine({ db: books.db } as AuditPorts, bookInvariants, {
        userIds,
        requestsSince: new Date(0),
      });
      assert.deepEqual(
        examinations.flatMap(({ findings }) => findings),
        [],
      );
    }),
    { numRuns: 150 },
  );
});

async function logged(userIds: number[]): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT user_id, channel_id, model, count(*) AS requests, count(*) FILTER (WHERE other ? 'error') AS errors,
           sum(quota) AS quota, sum(prompt_tokens) AS prompt_tokens, sum((other->>'cache_tokens')::bigint) AS cached_tokens
    FROM usage_log WHERE user_id = ANY(${userIds}::bigint[]) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  `.execute(books.db);
  return rows;
}

async function rolledUp(userIds: number[]): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT user_id, channel_id, model, requests, errors, quota, prompt_tokens, cached_tokens
    FROM usage_hourly WHERE user_id = ANY(${userIds}::bigint[]) AND requests <> 0 ORDER BY 1, 2, 3
  `.execute(books.db);
  return rows;
}
