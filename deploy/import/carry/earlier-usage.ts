import { notLogged } from '@switchyard/billing/books';
import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { openingOf, postPast } from '../books.ts';
import { carriedIds, noteCarried } from '../ids.ts';
import { progressOf } from '../progress.ts';
import { prefixOf, type Run } from '../run.ts';
import type { SourceRow } from '../source/row.ts';
import { figures, pages } from '../source/source.ts';
import type { Carried } from './logs.ts';

const dayMs = 86_400_000;

/**
 * What users and keys have used there beyond what the log tells: rows that were cleaned away, deleted keys. One row in the
 * journal for each, so that used quota and number of requests are those of there.
 */
export async function carryEarlierUsage(run: Run, { users, tokens }: Carried): Promise<void> {
  const done = await run.transact((trx) => carriedIds(trx, run, 'usage'));
  const keys = await usedByKeys(run, tokens);
  const first = await figures(run.source, 'SELECT min(created_at) AS created_at FROM logs');
  const at = new Date((first.seconds('created_at')?.getTime() ?? Date.now()) - dayMs);
  const total = (await figures(run.source, 'SELECT count(*) AS total FROM users')).integer('total');
  const progress = progressOf('usage', total);
  for await (const rows of pages(run.source, 'users', ['id', 'used_quota', 'request_count'])) {
    await run.transact(async (trx) => {
      for (const row of rows) {
        const key = row.text('id');
        const userId = users.get(key);
        if (userId === undefined || done.has(key)) continue;
        await settleUser(trx, run, row, { userId, at, keys: keys.get(key) ?? [] });
        await noteCarried(trx, run, 'usage', key, userId);
      }
    });
    progress.add(rows.length);
  }
  progress.end();
}

interface UsedByKey {
  readonly sourceId: string;
  readonly tokenId: number;
  readonly used: number;
}

async function settleUser(
  trx: Transaction<Schema>,
  run: Run,
  row: SourceRow,
  { userId, at, keys }: { readonly userId: number; readonly at: Date; readonly keys: readonly UsedByKey[] },
): Promise<void> {
  const prefix = prefixOf(run);
  await sql`SELECT FROM accounts WHERE user_id = ${userId} FOR NO KEY UPDATE`.execute(trx);
  const logged = await loggedOf(trx, prefix, userId);
  let explained = [...logged.values()].reduce((sum, { used }) => sum + used, 0);
  const opening = openingOf(prefix, row.text('id'));
  let rows = 0;
  const post = async (reference: string, tokenId: number, quota: number) => {
    explained += quota;
    if (quota > 0) rows++;
    await postUsage(trx, opening, { reference, userId, tokenId, quota, at });
  };
  for (const { sourceId, tokenId, used } of keys) {
    await post(`${prefix}token:${sourceId}`, tokenId, used - (logged.get(tokenId)?.used ?? 0));
  }
  await post(`${prefix}user:${row.text('id')}`, 0, row.integer('used_quota') - explained);
  const requests = [...logged.values()].reduce((sum, one) => sum + one.requests, 0);
  const missing = row.integer('request_count') - requests;
  await sql`
    UPDATE accounts
    SET request_count = request_count + ${missing}, brought_requests = brought_requests + ${missing - rows}, changed_at = now()
    WHERE user_id = ${userId}`.execute(trx);
}

/** More used than logged is consumption without a log row; less is given back. */
async function postUsage(
  trx: Transaction<Schema>,
  opening: string,
  usage: { reference: string; userId: number; tokenId: number; quota: number; at: Date },
): Promise<void> {
  const { reference, userId, tokenId, quota, at } = usage;
  if (quota === 0) return;
  const kind = quota > 0 ? 'consume' : 'refund';
  await postPast(trx, opening, { kind, reference, userId, tokenId, amount: -quota, at, note: notLogged });
  await sql`UPDATE accounts SET used_quota = used_quota + ${quota} WHERE user_id = ${userId}`.execute(trx);
  await sql`UPDATE tokens SET used_quota = used_quota + ${quota} WHERE id = ${tokenId}`.execute(trx);
  await sql`
    INSERT INTO usage_hourly AS total (hour, user_id, token_id, channel_id, model, "group", quota, list_quota)
    VALUES (date_trunc('hour', ${at}::timestamptz, 'UTC'), ${userId}, ${tokenId}, 0, '', '', ${quota}, ${quota})
    ON CONFLICT (hour, user_id, token_id, channel_id, model, "group") DO UPDATE
    SET quota = total.quota + excluded.quota, list_quota = total.list_quota + excluded.list_quota`.execute(trx);
}

/** What the carried log says, by key. */
async function loggedOf(
  trx: Transaction<Schema>,
  prefix: string,
  userId: number,
): Promise<Map<number, { readonly used: number; readonly requests: number }>> {
  const { rows } = await sql<{ token_id: number; used: number; requests: number }>`
    SELECT coalesce(token_id, 0) AS token_id, -sum(amount) AS used, count(*) FILTER (WHERE kind = 'consume') AS requests
    FROM journal
    WHERE user_id = ${userId} AND kind IN ('consume', 'refund') AND starts_with(reference, ${`${prefix}log:`})
    GROUP BY 1`.execute(trx);
  return new Map(rows.map(({ token_id: tokenId, ...sums }) => [tokenId, sums]));
}

async function usedByKeys({ source }: Run, tokens: ReadonlyMap<string, number>): Promise<Map<string, UsedByKey[]>> {
  const byUser = new Map<string, UsedByKey[]>();
  for await (const rows of pages(source, 'tokens', ['id', 'user_id', 'used_quota'])) {
    for (const row of rows) {
      const tokenId = tokens.get(row.text('id'));
      if (tokenId === undefined) continue;
      const keys = byUser.get(row.text('user_id')) ?? [];
      keys.push({ sourceId: row.text('id'), tokenId, used: row.integer('used_quota') });
      byUser.set(row.text('user_id'), keys);
    }
  }
  return byUser;
}
