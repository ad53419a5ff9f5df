import type { Job } from '@switchyard/queue';
import { audit } from '../audit/audit.ts';
import type { AuditDb } from '../audit/audit-database.ts';
import type { Ports } from '../ports.ts';

export function auditTouchedJob({ auditDb, ...ports }: Ports & AuditDb): Job {
  return {
    name: 'audit-touched',
    schedule: { everyMs: 60_000 },
    run: () => audit({ ...ports, db: auditDb }, 'touched'),
  };
}
