import { advisoryLocks } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import { audit } from '../audit/audit.ts';
import type { TouchedDb } from '../audit/audit-database.ts';
import type { Ports } from '../ports.ts';
import { tryWithAdvisoryLock } from '../try-with-advisory-lock.ts';

/** One that takes longer than a minute is not begun again beside itself: each would keep a connection, and a place among the jobs. */
export function auditTouchedJob({ touchedDb, ...ports }: Ports & TouchedDb): Job {
  return {
    name: 'audit-touched',
    schedule: { everyMs: 60_000 },
    run: () => tryWithAdvisoryLock(touchedDb, advisoryLocks.auditTouched, (db) => audit({ ...ports, db }, 'touched')),
  };
}
