import { makePastPartitions } from '@switchyard/billing/books';
import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { lockAccounts, openingOf } from '../books.ts';
import { progressOf } from '../progress.ts';
import { prefixOf, type Run } from '../run.ts';
import type { SourceRow } from '../source/row.ts';
import { figures, pages } from '../source/source.ts';

const columns = [
  ...['id', 'user_id', 'created_at', 'type', 'content', 'username', 'token_name', 'model_name', 'quota'],
  ...['prompt_tokens', 'completion_tokens', 'channel_id', 'token_id', 'group', 'ip', 'other', 'use_time'],
  ...['elapsed_time', 'is_stream', 'request_id'],
];
const consumption = 2;
const refund = 6;

export interface Carried {
  readonly users: ReadonlyMap<string, number>;
  readonly tokens: ReadonlyMap<string, number>;
  readonly channels: ReadonlyMap<string, number>;
}

/**
 * The log, from behind its row `after`. Consumption gets its rows in the journal and the roll-up, and nobody is charged: the
 * opening row of the balance gives way by as much. Every page notes in its transaction how far it is.
 */
export async function carryLogs(run: Run, carried: Carried, after: number): Promise<void> {
  const { source, gateway, db } = run;
  const first = await figures(source, 'SELECT min(created_at) AS created_at, count(*) AS total FROM logs');
  const since = first.seconds('created_at');
  if (since) await makePastPartitions(db, since);
  const left = await figures(source, `SELECT count(*) AS total FROM logs WHERE id > ${after}`);
  const tokenIds = { byId: carried.tokens, byName: await tokensByName(run, carried) };
  const progress = progressOf('logs', left.integer('total'));
  for await (const rows of pages(source, 'logs', columns, after)) {
    const entries = rows.flatMap((row) => entryOf(run, row, carried, tokenIds) ?? []);
    const last = rows.at(-1)?.integer('id') ?? after;
    await run.transact(async (trx) => {
      await lockAccounts(trx, [...new Set(entries.map(({ user_id: userId }) => userId))]);
      await writeEntries(trx, entries);
      await trx.updateTable('imports').set({ log_id: last }).where('source', '=', gateway.name).execute();
    });
    progress.add(rows.length);
  }
  progress.end();
}

type Entry = NonNullable<ReturnType<typeof entryOf>>;

interface TokenIds {
  readonly byId: ReadonlyMap<string, number>;
  readonly byName: ReadonlyMap<string, number>;
}

/** A row as it will be here; undefined when its user is gone. */
function entryOf(run: Run, row: SourceRow, { users, channels }: Carried, tokenIds: TokenIds) {
  const userId = users.get(row.text('user_id'));
  const at = row.seconds('created_at');
  if (userId === undefined || !at) return undefined;
  const quota = row.integer('quota');
  const type = run.gateway.logType(row.integer('type'));
  const charge = type === consumption ? quota : 0;
  const name = `${row.text('user_id')} ${row.text('token_name')}`;
  const { admin_info: adminInfo, ...other } = row.object('other');
  const requestId = row.text('request_id');
  return {
    at,
    // A correction downwards of what was charged before.
    type: charge < 0 ? refund : type,
    user_id: userId,
    opening: openingOf(prefixOf(run), row.text('user_id')),
    username: row.text('username'),
    token_id: tokenIds.byId.get(row.text('token_id')) ?? tokenIds.byName.get(name) ?? 0,
    token_name: row.text('token_name'),
    group: row.text('group'),
    model: row.text('model_name'),
    channel_id: channels.get(row.text('channel_id')) ?? 0,
    quota: Math.abs(quota),
    charge,
    prompt_tokens: Math.max(0, row.integer('prompt_tokens')),
    completion_tokens: Math.max(0, row.integer('completion_tokens')),
    duration_ms: Math.max(0, run.gateway.durationMs(row)),
    stream: row.flag('is_stream'),
    request_id: `${prefixOf(run)}log:${row.integer('id')}`,
    ip: row.text('ip'),
    content: row.text('content'),
    other: {
      ...(adminInfo === undefined ? {} : { admin_info: adminInfo }),
      imported: { ...other, ...(requestId !== '' && { request_id: requestId }) },
    },
  };
}

/** One statement for all tables. Requests are those that were charged, or failed. */
async function writeEntries(trx: Transaction<Schema>, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    WITH entry AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS entry (
        at timestamptz, type smallint, user_id bigint, opening text, username text, token_id bigint, token_name text,
        "group" text, model text, channel_id bigint, quota bigint, charge bigint, prompt_tokens bigint,
        completion_tokens bigint, duration_ms bigint, stream boolean, request_id text, ip text, content text, other jsonb)
    ), logged AS (
      INSERT INTO usage_log
        (created_at, type, user_id, username, token_id, token_name, "group", model, channel_id, quota, prompt_tokens,
         completion_tokens, duration_ms, stream, status, request_id, ip, content, other)
      SELECT at, type, user_id, username, token_id, token_name, "group", model, channel_id, quota, prompt_tokens,
             completion_tokens, duration_ms, stream, CASE type WHEN 2 THEN 200 ELSE 0 END, request_id, ip, content, other
      FROM entry
    ), used AS (
      SELECT * FROM entry WHERE type = 2 OR charge < 0
    ), posted AS (
      INSERT INTO journal (kind, reference, user_id, token_id, amount, created_at)
      SELECT CASE type WHEN 2 THEN 'consume' ELSE 'refund' END::journal_kind, request_id, user_id, token_id, -charge, at
      FROM used
    ), opened AS (
      UPDATE journal SET amount = amount + sums.charge
      FROM (SELECT opening, sum(charge) AS charge FROM used GROUP BY opening) AS sums
      WHERE kind = 'adjust' AND reference = opening
    ), counted AS (
      UPDATE accounts
      SET used_quota = used_quota + charge, request_count = request_count + requests, changed_at = now()
      FROM (
        SELECT user_id, sum(charge) AS charge, count(*) FILTER (WHERE type = 2) AS requests FROM used GROUP BY user_id
      ) AS sums
      WHERE accounts.user_id = sums.user_id
    ), spent AS (
      UPDATE tokens SET used_quota = used_quota + charge
      FROM (SELECT token_id, sum(charge) AS charge FROM used GROUP BY token_id) AS sums
      WHERE tokens.id = sums.token_id
    )
    INSERT INTO usage_hourly AS total
      (hour, user_id, token_id, channel_id, model, "group", requests, errors, quota, list_quota, prompt_tokens,
       completion_tokens, duration_ms)
    SELECT date_trunc('hour', at, 'UTC'), user_id, token_id, channel_id, model, "group",
           count(*) FILTER (WHERE type <> 6), count(*) FILTER (WHERE type = 5), sum(charge), sum(charge),
           sum(prompt_tokens), sum(completion_tokens), sum(duration_ms)
    FROM entry WHERE type IN (2, 5) OR charge < 0
    GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (hour, user_id, token_id, channel_id, model, "group") DO UPDATE SET
      requests = total.requests + excluded.requests, errors = total.errors + excluded.errors,
      quota = total.quota + excluded.quota, list_quota = total.list_quota + excluded.list_quota,
      prompt_tokens = total.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = total.completion_tokens + excluded.completion_tokens,
      duration_ms = total.duration_ms + excluded.duration_ms`.execute(trx);
}

/** Older logs name the key only: it counts where the user has one key of that name. */
async function tokensByName({ source }: Run, { tokens }: Carried): Promise<Map<string, number>> {
  const found = new Map<string, number | undefined>();
  for await (const rows of pages(source, 'tokens', ['id', 'user_id', 'name'])) {
    for (const row of rows) {
      const name = `${row.text('user_id')} ${row.text('name')}`;
      found.set(name, found.has(name) ? undefined : tokens.get(row.text('id')));
    }
  }
  return new Map([...found].filter((entry): entry is [string, number] => entry[1] !== undefined));
}
