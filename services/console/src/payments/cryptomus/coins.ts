import type { Cryptomus } from '@switchyard/payments';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { processors } from '../processors.ts';

type Coins = Awaited<ReturnType<Cryptomus['coins']>>;

const lifeMs = 5 * 60_000;

/** The coins that can be paid with now; kept for five minutes. */
export function coinList(context: Context): () => Promise<Coins | Refusal> {
  let known: { readonly merchantId: string; readonly coins: Promise<Coins>; readonly until: number } | undefined;

  return async () => {
    const { CryptoMerchant_ID: merchantId } = await context.options.read();
    const processor = (await processors(context)).get('cryptomus') as Cryptomus | undefined;
    if (!processor?.isOffered) return refuse('Payment in crypto currencies is not enabled.');
    if (known?.merchantId !== merchantId || known.until <= Date.now()) {
      known = { merchantId, coins: processor.coins(), until: Date.now() + lifeMs };
    }
    try {
      return await known.coins;
    } catch {
      known = undefined;
      return refuse('The payment provider does not answer at the moment. Try again shortly.');
    }
  };
}
