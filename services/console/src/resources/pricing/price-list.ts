import type { Options } from '@switchyard/contracts';
import type { Database } from '@switchyard/db';
import { cardsInForce, PriceTable } from '@switchyard/pricing';
import type { Context } from '../../context.ts';
import { entryOf } from './entry.ts';
import type { PricingEntry } from './schema.ts';

/** Every model that some channel serves and that has a price, with all groups that reach it; in order of names. */
export type PriceList = readonly PricingEntry[];

/**
 * Answers the list, which is made anew when settings are read anew: after each notice that something was configured
 * (prices and channels say so too), and every 30 s.
 */
export function priceList({ db, options }: Context): () => Promise<PriceList> {
  let known: { readonly of: Options; readonly list: Promise<PriceList> } | undefined;
  return async () => {
    const settings = await options.read();
    if (known?.of === settings) return known.list;
    const made = { of: settings, list: makeList(db) };
    known = made;
    made.list.catch(() => {
      if (known === made) known = undefined;
    });
    return made.list;
  };
}

async function makeList(db: Database): Promise<PriceList> {
  const stored = await db.selectFrom('price_cards').select(['model', 'card']).execute();
  const cards = cardsInForce(new PriceTable(stored, new Map()).cards, Date.now());
  const served = await db
    .selectFrom('abilities')
    .select(['model', 'group'])
    .distinct()
    .where('enabled', '=', true)
    .orderBy('model')
    .orderBy('group')
    .execute();
  const groups = Map.groupBy(served, ({ model }) => model);
  return [...groups].flatMap(([model, rows]) => {
    const card = cards.get(model);
    return card ? [{ ...entryOf(model, card), enable_groups: rows.map(({ group }) => group) }] : [];
  });
}
