import Stripe from 'stripe';
import type { Declined } from '../../processor.ts';

/** Stripe's no to a request as a sentence; a missing answer stays an error. */
export async function orDeclined<Answer extends object>(call: Promise<Answer>): Promise<Answer | Declined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      return { declined: 'This way to pay is not available now.', detail: 'stripe does not know our key' };
    }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { declined: `Stripe refuses: ${error.message}` };
  }
}
