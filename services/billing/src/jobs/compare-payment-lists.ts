import type { Job } from '@switchyard/queue';
import { comparePaymentLists } from '../payments/compare-lists.ts';
import type { PaymentPorts } from '../payments/processors.ts';

export function comparePaymentListsJob(ports: PaymentPorts): Job {
  return { name: 'compare-payment-lists', schedule: { cron: '45 4 * * *' }, run: () => comparePaymentLists(ports) };
}
