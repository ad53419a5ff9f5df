import { isOptionKey } from '@switchyard/contracts';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import type { Actor } from '../logs/write.ts';
import { changeOption, recordCards, type Versioned } from './change.ts';
import { type ChangedKey, findChange, priceCardsKey, showsCards } from './history.ts';
import { lockOptions } from './stored.ts';
import { type CardsByModel, lockCards, storeCards } from './stored-cards.ts';

/** Takes one change back: the setting is again as it was before. That is a change of its own, under the same rules. */
export async function rollBack(context: Context, actor: Actor, id: number): Promise<Versioned | Refusal> {
  const change = await findChange(context.db, id);
  const key = change?.key ?? '';
  if (!change || (key !== priceCardsKey && !isOptionKey(key))) return refuse('This change does not exist.');
  if (change.old_value === null) return refuse('Old secrets are not kept. Enter the one you want.');
  if (showsCards(key)) {
    return restoreCards(context, actor, key, JSON.parse(change.old_value) as CardsByModel);
  }
  return changeOption(context, actor, { key, value: change.old_value });
}

async function restoreCards({ db, options }: Context, actor: Actor, key: ChangedKey, cards: CardsByModel) {
  const outcome = await db.transaction().execute(async (trx) => {
    await lockOptions(trx);
    await lockCards(trx);
    return (await recordCards(trx, actor, key, await storeCards(trx, cards))) ?? { version: 0 };
  });
  options.forget();
  return outcome;
}
