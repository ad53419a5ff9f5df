import type { Job } from '@switchyard/queue';
import { audit } from '../audit/audit.ts';
import type { Ports } from '../ports.ts';

export function auditTouchedJob(ports: Ports): Job {
  return { name: 'audit-touched', schedule: { everyMs: 60_000 }, run: () => audit(ports, 'touched') };
}
