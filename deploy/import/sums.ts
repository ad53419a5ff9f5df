import { sql } from 'kysely';
import { prefixOf, type Run } from './run.ts';
import { figures } from './source/source.ts';

/** One figure on both sides. */
export interface Sum {
  readonly what: string;
  readonly there: number;
  /** Of it, what the findings say is not carried. */
  readonly left: number;
  readonly here: number;
}

/** Adds up both sides, in the databases. */
export async function compareSums(run: Run): Promise<Sum[]> {
  const [books, rows, source] = [await sumBooks(run), await countRows(run), await sumSource(run)];
  const kept = (kind: string) => run.findings.leftOf(kind);
  return [
    { what: 'users', there: source.users, left: 0, here: rows.get('user') ?? 0 },
    { what: 'quota of users', there: source.quota, left: 0, here: books.balance },
    { what: 'used quota of users', there: source.used, left: 0, here: books.used },
    { what: 'requests of users', there: source.requests, left: 0, here: books.requests },
    { what: 'keys', there: source.tokens, left: kept('token'), here: rows.get('token') ?? 0 },
    { what: 'channels', there: source.channels, left: kept('channel'), here: rows.get('channel') ?? 0 },
    { what: 'redemption codes', there: source.codes, left: kept('code'), here: rows.get('code') ?? 0 },
    { what: 'top-ups', there: source.orders, left: kept('order'), here: rows.get('order') ?? 0 },
    { what: 'log rows', there: source.logs, left: source.logsLeft, here: books.logs },
    { what: 'quota of log rows', there: source.logQuota, left: source.logQuotaLeft, here: books.logQuota },
  ];
}

/** What the journal and the log have of this import. */
async function sumBooks({ db, ...run }: Run) {
  const prefix = prefixOf(run);
  const { rows } = await sql<Record<'balance' | 'used' | 'requests' | 'logs' | 'logQuota', number>>`
    WITH carried AS (
      SELECT kind, target_id FROM import_rows WHERE source = ${run.gateway.name}
    ), posted AS (
      SELECT kind, reference, amount FROM journal WHERE starts_with(reference, ${prefix})
      UNION ALL
      SELECT journal.kind, reference, amount FROM carried JOIN journal ON reference = 'code:' || target_id
      WHERE carried.kind = 'code' AND journal.kind = 'redeem'
      UNION ALL
      SELECT journal.kind, reference, amount
      FROM carried JOIN topup_orders ON id = target_id JOIN journal ON reference = 'order:' || trade_no
      WHERE carried.kind = 'order' AND journal.kind = 'topup'
    ), brought AS (
      SELECT coalesce(sum(brought_requests), 0) AS requests
      FROM carried JOIN accounts ON user_id = target_id WHERE carried.kind = 'user'
    )
    SELECT coalesce(sum(amount), 0) AS balance,
           -coalesce(sum(amount) FILTER (WHERE kind IN ('consume', 'refund')), 0) AS used,
           count(*) FILTER (WHERE kind = 'consume') + (SELECT requests FROM brought) AS requests,
           (SELECT count(*) FROM usage_log WHERE starts_with(request_id, ${`${prefix}log:`})) AS logs,
           -coalesce(sum(amount) FILTER (WHERE starts_with(reference, ${`${prefix}log:`})), 0) AS "logQuota"
    FROM posted`.execute(db);
  return rows[0] ?? { balance: 0, used: 0, requests: 0, logs: 0, logQuota: 0 };
}

async function countRows({ db, gateway }: Run): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['kind', (on) => on.fn.countAll<number>().as('count')])
    .where('source', '=', gateway.name)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** Rows of the log without a user, or without a time, have no place here. */
const homeless = 'user_id NOT IN (SELECT id FROM users) OR created_at <= 0';

async function sumSource({ source }: Run) {
  const users = await figures(
    source,
    `SELECT count(*) AS users, sum(quota) AS quota, sum(used_quota) AS used, sum(request_count) AS requests FROM users`,
  );
  const logs = await figures(
    source,
    `SELECT count(*) AS logs, sum(CASE WHEN type = 2 THEN quota ELSE 0 END) AS quota FROM logs`,
  );
  const left = await figures(
    source,
    `SELECT count(*) AS logs, sum(CASE WHEN type = 2 THEN quota ELSE 0 END) AS quota FROM logs WHERE ${homeless}`,
  );
  const count = async (table: string) =>
    (await source.columns(table)).size === 0
      ? 0
      : (await figures(source, `SELECT count(*) AS total FROM ${table}`)).integer('total');
  return {
    users: users.integer('users'),
    quota: users.integer('quota'),
    used: users.integer('used'),
    requests: users.integer('requests'),
    tokens: await count('tokens'),
    channels: await count('channels'),
    codes: await count('redemptions'),
    orders: await count('top_ups'),
    logs: logs.integer('logs'),
    logQuota: logs.integer('quota'),
    logsLeft: left.integer('logs'),
    logQuotaLeft: left.integer('quota'),
  };
}
