import type { Job } from '@switchyard/queue';
import { repeatAskedRefunds } from '../payments/asked-refunds.ts';
import type { PaymentPorts } from '../payments/processors.ts';

export function repeatAskedRefundsJob(ports: PaymentPorts): Job {
  return { name: 'repeat-asked-refunds', schedule: { everyMs: 60_000 }, run: () => repeatAskedRefunds(ports) };
}
