import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import { sumUsage } from './repository.ts';
import { mostKeys, type UsageRow } from './usage-row.ts';

const hourMs = 3_600_000;
/** A midnight in UTC. */
const begin = Date.UTC(2026, 2, 2);
const at = (hours: number) => new Date(begin + hours * hourMs);
const users = 70;

let testing: TestConsole;

before(async () => {
  testing = await testConsole();
  await sql`INSERT INTO channels (id, type, name, key_sealed, cost_ratio) OVERRIDING SYSTEM VALUE VALUES (7, 1, 'half', '', 0.5)`.execute(
    testing.db,
  );
  // Three days and a half of 70 users with two keys each, and what was used without a key.
  await sql`
    INSERT INTO usage_hourly (hour, user_id, token_id, channel_id, model, "group", requests, errors, quota, list_quota,
                              prompt_tokens, completion_tokens, cached_tokens, duration_ms, first_byte_ms)
    SELECT ${at(0)}::timestamptz + hours * interval '1 hour', 1000 + u, CASE WHEN hours % 9 = 0 THEN 0 ELSE 2 * u + hours % 2 END, 7 + hours % 2,
           'm', 'default', 1 + u % 3, u % 2, (u * 7919 + hours * 104729) % 1000, (u * 7919 + hours * 104729) % 2001, 10, 5, 1, 100, 10
    FROM generate_series(1, ${users}::int) AS u, generate_series(0, 83) AS hours WHERE (u + hours) % 3 = 0
  `.execute(testing.db);
  // Rows that are there already are raised.
  await sql`UPDATE usage_hourly SET quota = quota + 500, requests = requests + 1 WHERE user_id % 10 = 0`.execute(
    testing.db,
  );
});
after(() => testing.close());

/** The same sums of every row, read from the hours alone. */
async function summed(from: Date, end: Date, column: 'token_id' | 'user_id', timezone: string): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    WITH rows AS (SELECT *, ${sql.ref(column)} AS key FROM usage_hourly WHERE hour >= ${from} AND hour < ${end}),
    top AS (SELECT key FROM rows WHERE key <> 0 GROUP BY 1 ORDER BY sum(quota) DESC, sum(requests) DESC, key::text LIMIT ${mostKeys})
    SELECT date_trunc('day', hour, ${timezone}) AS at, top.key::text AS key, sum(requests) AS requests, sum(errors) AS errors,
           sum(quota) AS quota, round(sum(list_quota * coalesce(cost_ratio, 1)))::bigint AS cost,
           sum(prompt_tokens) AS "promptTokens", sum(completion_tokens) AS "completionTokens", sum(cached_tokens) AS "cachedTokens",
           sum(duration_ms) AS "durationMs", sum(first_byte_ms) AS "firstByteMs"
    FROM rows LEFT JOIN top ON top.key = rows.key LEFT JOIN channels ON channels.id = channel_id
    GROUP BY 1, 2 ORDER BY 1, sum(quota) DESC, 2`.execute(testing.db);
  return rows;
}

const byPlace = (rows: readonly UsageRow[]) =>
  rows
    .map((row) => ({ ...row, cost: 0 }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || String(a.key).localeCompare(String(b.key)));

for (const [title, from, end, timezone] of [
  ['whole days', 0, 72, 'UTC'],
  ['parts of days at both ends', 5, 80, 'Asia/Shanghai'],
  ['hours of one day', 26, 31, 'UTC'],
  ['hours on both sides of midnight', 20, 30, 'America/New_York'],
] as const)
  for (const groupBy of ['token', 'user'] as const)
    test(`the greatest of everybody by ${groupBy}, and the rest, are what the hours add up to: ${title}`, async () => {
      const period = { from: at(from), before: at(end) };
      const rows = await sumUsage(testing.db, { ...period, userIds: undefined, groupBy }, { bucket: 'day', timezone });
      const expected = await summed(period.from, period.before, `${groupBy}_id`, timezone);
      assert.deepEqual(byPlace(rows), byPlace(expected));
      const cost = (all: readonly UsageRow[]) => all.reduce((sum, row) => sum + row.cost, 0);
      // Every row is rounded on its own.
      assert.ok(Math.abs(cost(rows) - cost(expected)) <= rows.length, `${cost(rows)} ${cost(expected)}`);
      assert.equal(new Set(rows.flatMap(({ key }) => key ?? [])).size, mostKeys);
      assert.ok(rows.some(({ key }) => key === null));
      assert.deepEqual(
        rows.map((row) => row.at.getTime()),
        rows.map((row) => row.at.getTime()).sort((a, b) => a - b),
      );
    });
