import Stripe from 'stripe';
import type { Declined } from '../../processor.ts';

/**
 * Stripe's no to a request as a sentence. All else stays an error: a key that is refused, or too many calls, say nothing about whether an
 * earlier try of the request was carried out.
 */
export async function orDeclined<Answer extends object>(call: Promise<Answer>): Promise<Answer | Declined> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { declined: `Stripe refuses: ${error.message}` };
  }
}
