import { type Database, openDatabase } from '@switchyard/db';

export interface AuditDb {
  readonly auditDb: Database;
}

export interface TouchedDb {
  readonly touchedDb: Database;
}

const minuteMs = 60_000;

/** A handle for what may take long: on a grown installation a statement over whole accounts, or an index, takes longer than anything else may. */
export function openAuditDatabase(url: string, onIdleError: (error: Error) => void): Database {
  // The nightly audit, the making of indexes, and whoever finds one of them under way.
  return open(url, onIdleError, { maxConnections: 3, statementTimeoutMs: 6 * 60 * minuteMs });
}

/** The same for the audit of each minute, whose statements read less: a Postgres that says nothing must not keep it for hours. */
export function openTouchedDatabase(url: string, onIdleError: (error: Error) => void): Database {
  return open(url, onIdleError, { maxConnections: 2, statementTimeoutMs: 5 * minuteMs });
}

function open(
  url: string,
  onIdleError: (error: Error) => void,
  limits: { readonly maxConnections: number; readonly statementTimeoutMs: number },
): Database {
  return openDatabase({ url, applicationName: 'switchyard-billing-audit', onIdleError, ...limits });
}
