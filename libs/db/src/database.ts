import type { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { copyCursor } from './copy.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;

const int8 = 20;
/** Sums over bigint come as numeric. */
const numeric = 1700;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && (oid === int8 || oid === numeric)) return toSafeNumber;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Columns are range-checked, so a figure beyond 2^53 is a fault and never rounded silently. */
function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) && !text.includes('.')) throw new RangeError(`Number out of range: ${text}`);
  return value;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Pool size, default 10. */
  readonly maxConnections?: number;
  /** Default 15 s; 0 = none. */
  readonly statementTimeoutMs?: number;
  /** The session refuses writes: for services that own no table. */
  readonly readOnly?: boolean;
  /** Hears of connections that break while idle; the pool replaces them. */
  readonly onIdleError?: (error: Error) => void;
}

/** How much longer than a statement may take a connection may be silent. */
const graceMs = 2_000;

/** A pool of connections. Connecting fails after 3 s; nothing is connected before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
  const clients = new Set<pg.PoolClient>();
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types,
    ...(options.readOnly ? { options: '-c default_transaction_read_only=on' } : {}),
  });
  pool.on('error', (error) => {
    // A server that stops while the pool is being closed says so on every connection: that is no news.
    if (!pool.ending) options.onIdleError?.(error);
  });
  // Between two statements of a transaction nobody else listens, and an error that nobody hears ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (statementTimeoutMs > 0) giveUpWhenSilent(client, clients, statementTimeoutMs + graceMs);
  });
  pool.on('remove', (client) => clients.delete(client));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor: copyCursor }) });
}

/**
 * Ends a connection that owes an answer and says nothing. A firewall that forgot it, or a server that froze, would otherwise keep it
 * and whoever waits for it until TCP gives up, a quarter of an hour later. The idle ones of the pool go with it: they would be silent, too.
 */
function giveUpWhenSilent(client: pg.PoolClient, clients: Set<pg.PoolClient>, afterMs: number): void {
  clients.add(client);
  const socket = client.connection.stream as Socket;
  socket.setTimeout(afterMs);
  socket.on('timeout', () => {
    if (isIdle(client)) return;
    const reason = new Error(`Postgres has said nothing for ${afterMs / 1000} s`);
    for (const other of clients) if (other === client || isIdle(other)) other.connection.stream.destroy(reason);
  });
}

/** Whether it owes no answer; the types do not know the property. */
function isIdle(client: pg.PoolClient): boolean {
  return (client as unknown as { readonly readyForQuery: boolean }).readyForQuery;
}
