import type { Context } from '../../context.ts';
import { Refusal } from '../../http/answer.ts';

/** Every model that channels have or their kinds usually have, by name. */
export async function listKnownModels({ db, relay }: Context): Promise<{ id: string }[]> {
  const rows = await db
    .selectFrom('channels')
    .select((on) => on.fn<string>('unnest', ['models']).as('model'))
    .distinct()
    .execute();
  const providers = await relay.providers();
  // Without the relay the models that are in use are still known.
  const offered = providers instanceof Refusal ? [] : providers.flatMap(({ models }) => models);
  return [...new Set([...rows.map(({ model }) => model), ...offered])].sort().map((id) => ({ id }));
}
