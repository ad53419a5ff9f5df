import { parseCard } from '@switchyard/pricing';
import type { Context } from '../../../context.ts';
import { type Refusal, refuse } from '../../../http/answer.ts';
import type { Actor } from '../../logs/write.ts';
import { recordCards } from '../change.ts';
import { priceCardsKey } from '../history.ts';
import { allCards } from '../price-maps.ts';
import { lockOptions } from '../stored.ts';
import { type CardsByModel, lockCards, storeCards } from '../stored-cards.ts';
import { differences, digestOf } from './diff.ts';
import type { ApplyRequest } from './schema.ts';

/**
 * Takes the chosen models of a comparison over, and answers how many. Refused when prices have changed since it was
 * made.
 */
export async function applyPrices(
  { db, options }: Context,
  actor: Actor,
  { digest, models }: ApplyRequest,
): Promise<number | Refusal> {
  const outcome = await db.transaction().execute(async (trx) => {
    await lockOptions(trx);
    await lockCards(trx);
    const kept = await trx.selectFrom('price_imports').select('cards').where('digest', '=', digest).executeTakeFirst();
    if (!kept) return refuse('This comparison is older than a day. Make it again.');
    const wanted = Object.entries(kept.cards).flatMap(([model, card]) => {
      const parsed = parseCard(model, card);
      return 'card' in parsed ? [{ model, card: parsed.card, unknown: [] }] : [];
    });
    if (digestOf(differences(wanted, await allCards(trx), Date.now())) !== digest) {
      return refuse('Prices have changed since the comparison was made. Make it again.');
    }
    const cards = new Map(wanted.map(({ model, card }) => [model, card]));
    const stranger = models.find((model) => !cards.has(model));
    if (stranger !== undefined) return refuse(`${stranger} is not in the comparison.`);
    const chosen: CardsByModel = Object.fromEntries(models.map((model) => [model, cards.get(model) ?? null]));
    await recordCards(trx, actor, priceCardsKey, await storeCards(trx, chosen));
    return models.length;
  });
  options.forget();
  return outcome;
}
