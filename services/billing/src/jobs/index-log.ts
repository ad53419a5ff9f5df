import { advisoryLocks, indexLog } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import type { AuditDb } from '../audit/audit-database.ts';
import type { Ports } from '../ports.ts';
import { tryWithAdvisoryLock } from '../try-with-advisory-lock.ts';

/** How long after a day most of its charges have come. Later ones go into a day that has its indexes. */
const marginMs = 3_600_000;

/**
 * Days of the log that are over get the indexes that only administrators search by: kept row by row, while the day is being written, they
 * would cost each charge more than they do here. A day has none of them until then, and is read whole.
 */
export function indexLogJob({ auditDb }: Ports & AuditDb): Job {
  return {
    name: 'index-log',
    schedule: { everyMs: 600_000 },
    run: () =>
      tryWithAdvisoryLock(auditDb, advisoryLocks.indexLog, (connection) =>
        indexLog(connection, new Date(Date.now() - marginMs)),
      ),
  };
}
