import type { Job } from '@switchyard/queue';
import { audit } from '../audit/audit.ts';
import type { Ports } from '../ports.ts';

export function auditAllJob(ports: Ports): Job {
  return { name: 'audit-all', schedule: { cron: '0 3 * * *' }, run: () => audit(ports, 'all') };
}
