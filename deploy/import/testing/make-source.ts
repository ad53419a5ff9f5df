import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { newApiSample } from './new-api-sample.ts';
import { oneApiSample } from './one-api-sample.ts';
import { type Dialect, type Rows, rowsStatement, type Statement, statementsFor, type Tables } from './tables.ts';

/*
 * node deploy/import/testing/make-source.ts --from <one-api | new-api> [--users 100] [--logs 1000000] <address or file>
 * Makes an empty database into another gateway with invented users and as many log rows as one wants, to try an import with.
 */
const rowsPerInsert = 500;
const day = 1_760_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: 'one-api' },
    users: { type: 'string', default: '0' },
    logs: { type: 'string', default: '0' },
  },
});
const [address] = positionals;
if (!address) throw new Error('Name the database: mysql://..., postgres://... or a file.');
const dialect: Dialect = address.startsWith('mysql:')
  ? 'mysql'
  : address.startsWith('postgres')
    ? 'postgres'
    : 'sqlite';
const sample = (values.from === 'new-api' ? newApiSample : oneApiSample)('http://127.0.0.1:9/v1');
const run = await open(address, dialect);
for (const statement of statementsFor(sample, dialect)) await run(statement);
for (const { table, rows } of crowd(sample, Number(values.users), Number(values.logs))) {
  await run(rowsStatement(table, rows, dialect));
}
await run(undefined);

/** Answers what does a statement, and ends the connection when there is none. */
async function open(place: string, dialect: Dialect): Promise<(statement: Statement | undefined) => Promise<unknown>> {
  if (dialect === 'sqlite') {
    const db = new DatabaseSync(place);
    db.exec('PRAGMA synchronous = off');
    return async (statement) =>
      statement ? db.prepare(statement.text).run(...(statement.values as (string | number | null)[])) : db.close();
  }
  if (dialect === 'mysql') {
    const connection = await mysql.createConnection({ uri: place, charset: 'utf8mb4', timezone: 'Z' });
    return (statement) => (statement ? connection.query(statement.text, statement.values) : connection.end());
  }
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  return (statement) => (statement ? client.query(statement.text, statement.values) : client.end());
}

/** Users like the first customer of the sample, each with a key and an even share of the log. */
function* crowd(tables: Tables, users: number, logs: number): Generator<{ table: string; rows: Rows }> {
  const [user, token, entry] = [tables.users?.[1], tables.tokens?.[0], tables.logs?.[1]];
  if (users === 0 || !user || !token || !entry) return;
  const share = Math.floor(logs / users);
  for (let start = 0; start < users; start += rowsPerInsert) {
    const ids = Array.from({ length: Math.min(rowsPerInsert, users - start) }, (_, index) => 1_000 + start + index);
    const named = (id: number) => ({ username: `crowd${id}`, email: '', github_id: '', aff_code: `crowd${id}` });
    const used = { used_quota: share * 3 + 100, request_count: share + 1, aff_quota: 0, aff_history: 0 };
    yield {
      table: 'users',
      rows: ids.map((id) => ({ ...user, ...onlyOf(user, { ...used, linux_do_id: '' }), id, ...named(id) })),
    };
    yield {
      table: 'tokens',
      rows: ids.map((id) => ({
        ...token,
        id,
        user_id: id,
        key: `crowd${id}`.padEnd(48, 'x'),
        name: 'own',
        used_quota: share * 3,
      })),
    };
  }
  for (let start = 0; start < share * users; start += rowsPerInsert) {
    const rows = Array.from({ length: Math.min(rowsPerInsert, share * users - start) }, (_, index) => {
      const row = start + index;
      const id = 1_000 + (row % users);
      return {
        ...entry,
        ...onlyOf(entry, { token_id: id }),
        id: 1_000 + row,
        user_id: id,
        username: `crowd${id}`,
        token_name: 'own',
        quota: 3,
        created_at: day + Math.floor(row / 10),
      };
    });
    yield { table: 'logs', rows };
  }
}

/** Those columns that the table has. */
function onlyOf(row: object, values: Record<string, string | number>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(row, name)));
}
