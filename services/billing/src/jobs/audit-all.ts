import { turns } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import { alone } from '../alone.ts';
import { audit } from '../audit/audit.ts';
import type { AuditDb } from '../audit/audit-database.ts';
import type { Ports } from '../ports.ts';

export function auditAllJob({ auditDb, ...ports }: Ports & AuditDb): Job {
  return {
    name: 'audit-all',
    schedule: { cron: '0 3 * * *' },
    run: () => alone(auditDb, turns.auditAll, (db) => audit({ ...ports, db }, 'all')),
  };
}
