import type { Job } from '@switchyard/queue';
import type { PaymentPorts } from '../payments/processors.ts';
import { tellOfReviews } from '../payments/tell-of-reviews.ts';

export function tellOfReviewsJob(ports: PaymentPorts): Job {
  return { name: 'tell-of-reviews', schedule: { everyMs: 5 * 60_000 }, run: () => tellOfReviews(ports) };
}
