import { type Database, openDatabase } from '@switchyard/db';

export interface AuditDb {
  readonly auditDb: Database;
}

/** Of which audits of different scope run beside each other. */
const connections = 2;

/** A handle for audits alone: on a grown installation a statement over whole accounts takes longer than anything else may. */
export function openAuditDatabase(url: string, onIdleError: (error: Error) => void): Database {
  return openDatabase({
    url,
    applicationName: 'switchyard-billing-audit',
    maxConnections: connections,
    statementTimeoutMs: 0,
    onIdleError,
  });
}
