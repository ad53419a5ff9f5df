import type { Database } from '@switchyard/db';
import { allCards } from '../price-maps.ts';

/** Models that channels serve and that have no price: requests for them are refused. */
export async function unpricedModels(db: Database): Promise<string[]> {
  const cards = await allCards(db);
  const served = await db
    .selectFrom('abilities')
    .select('model')
    .distinct()
    .where('enabled', '=', true)
    .orderBy('model')
    .execute();
  return served.flatMap(({ model }) => (cards.has(model) ? [] : [model]));
}
