import type { Context } from '../../context.ts';
import type { Actor } from '../logs/write.ts';
import { recordCards } from './change.ts';
import { priceCardsKey } from './history.ts';
import { lockOptions } from './stored.ts';
import { lockCards, readStoredCards, storeCards } from './stored-cards.ts';

/** Makes all prices those that are shipped again, and answers how many models that changed. */
export async function resetPrices({ db, options }: Context, actor: Actor): Promise<number> {
  const models = await db.transaction().execute(async (trx) => {
    await lockOptions(trx);
    await lockCards(trx);
    const own = (await readStoredCards(trx)).map(({ model }) => model);
    await recordCards(
      trx,
      actor,
      priceCardsKey,
      await storeCards(trx, Object.fromEntries(own.map((model) => [model, null]))),
    );
    return own.length;
  });
  options.forget();
  return models;
}
