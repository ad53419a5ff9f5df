import { advisoryLocks } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import { audit } from '../audit/audit.ts';
import type { AuditDb } from '../audit/audit-database.ts';
import type { Ports } from '../ports.ts';
import { tryWithAdvisoryLock } from '../try-with-advisory-lock.ts';

export function auditAllJob({ auditDb, ...ports }: Ports & AuditDb): Job {
  return {
    name: 'audit-all',
    schedule: { cron: '0 3 * * *' },
    run: () => tryWithAdvisoryLock(auditDb, advisoryLocks.auditAll, (db) => audit({ ...ports, db }, 'all')),
  };
}
