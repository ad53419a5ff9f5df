import type { Job } from '@switchyard/queue';
import { askAboutEndedOrders } from '../payments/ended-orders.ts';
import type { PaymentPorts } from '../payments/processors.ts';

export function askAboutEndedOrdersJob(ports: PaymentPorts): Job {
  return { name: 'ask-about-ended-orders', schedule: { cron: '15 * * * *' }, run: () => askAboutEndedOrders(ports) };
}
