import type { Job } from '@switchyard/queue';
import { askAboutOpenOrders } from '../payments/open-orders.ts';
import type { PaymentPorts } from '../payments/processors.ts';

export function askAboutOpenOrdersJob(ports: PaymentPorts): Job {
  return { name: 'ask-about-open-orders', schedule: { everyMs: 30_000 }, run: () => askAboutOpenOrders(ports) };
}
