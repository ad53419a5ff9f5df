import { turns } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import { alone } from '../alone.ts';
import { audit } from '../audit/audit.ts';
import type { TouchedDb } from '../audit/audit-database.ts';
import type { Ports } from '../ports.ts';

/** One that takes longer than a minute is not begun again beside itself: each would keep a connection, and a place among the jobs. */
export function auditTouchedJob({ touchedDb, ...ports }: Ports & TouchedDb): Job {
  return {
    name: 'audit-touched',
    schedule: { everyMs: 60_000 },
    run: () => alone(touchedDb, turns.auditTouched, (db) => audit({ ...ports, db }, 'touched')),
  };
}
