import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import { sumGreatest } from './greatest-repository.ts';
import { type Scope, usageOf, within } from './scope.ts';
import { type Steps, stretchOf } from './steps.ts';
import { costSum } from './summary-repository.ts';
import { mostKeys, type UsageRow } from './usage-row.ts';

export type GroupBy = 'model' | 'token' | 'channel' | 'user';

const keyColumns = {
  model: sql.ref('model'),
  token: sql.ref('token_id'),
  channel: sql.ref('channel_id'),
  user: sql.ref('user_id'),
} as const;

/** Sums of the roll-up by stretch and thing, oldest first. */
export async function sumUsage(
  db: Database,
  { groupBy, ...scope }: Scope & { readonly groupBy: GroupBy },
  steps: Steps,
): Promise<UsageRow[]> {
  const key = keyColumns[groupBy];
  // Totals know neither keys nor users.
  if (!scope.userIds && (groupBy === 'token' || groupBy === 'user')) return sumGreatest(db, scope, key, steps);
  const sums = usageOf(scope);
  // The greatest first: of everything by stretch there would be as many groups as rows.
  const { rows } = await sql<UsageRow>`
    WITH top AS MATERIALIZED (
      SELECT ${key} AS key FROM ${sums} WHERE ${within(scope)}
      GROUP BY 1 ORDER BY sum(quota) DESC, sum(requests) DESC, ${key}::text LIMIT ${mostKeys}
    )
    SELECT ${stretchOf(steps)} AS at, top.key::text AS key,
           sum(requests) AS requests, sum(errors) AS errors, sum(quota) AS quota, ${costSum} AS cost,
           sum(prompt_tokens) AS "promptTokens", sum(completion_tokens) AS "completionTokens",
           sum(cached_tokens) AS "cachedTokens", sum(duration_ms) AS "durationMs", sum(first_byte_ms) AS "firstByteMs"
    FROM ${sums} LEFT JOIN top ON top.key = ${key} LEFT JOIN channels ON channels.id = channel_id
    WHERE ${within(scope)}
    GROUP BY 1, 2
    ORDER BY 1, sum(quota) DESC, 2`.execute(db);
  return rows;
}

const names = {
  token: { table: 'tokens', column: 'name' },
  channel: { table: 'channels', column: 'name' },
  user: { table: 'users', column: 'username' },
} as const;

/** What things are called now, by key; those that are gone have no name. */
export async function namesOf(
  db: Database,
  groupBy: GroupBy,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (groupBy === 'model') return new Map(keys.map((key) => [key, key]));
  const { table, column } = names[groupBy];
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, ${sql.ref(column)} AS name FROM ${sql.table(table)} WHERE id = ANY(${[...keys]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}
