import { guardedFetch } from '@switchyard/http';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Context } from '../../../context.ts';
import { Refusal, refuse } from '../../../http/answer.ts';
import { jsonProblem } from '../../../http/storable.ts';
import { allCards } from '../price-maps.ts';
import { differences, digestOf } from './diff.ts';
import { PriceMap, readPriceMap } from './litellm.ts';
import type { DiffRequest, PriceDiff } from './schema.ts';

const maxBytes = 8 * 1024 * 1024;
const fetchTimeoutMs = 20_000;

/** Compares a price map with the prices in force. What would change is kept for a day, to be applied by its digest. */
export async function comparePrices(
  { db, config }: Context,
  { map, address }: DiffRequest,
): Promise<Static<typeof PriceDiff> | Refusal> {
  const text =
    map ?? (address ? await fetchMap(address, config.upstreamAllow) : refuse('Paste a map or name its address.'));
  if (text instanceof Refusal) return text;
  const json = parseJson(text);
  if (!Value.Check(PriceMap, json))
    return refuse('This is no price map: a JSON object of models with their costs is needed.');
  const problem = jsonProblem(json, 'map');
  if (problem) return refuse(problem);
  const read = readPriceMap(json);
  const models = differences(read, await allCards(db), Date.now());
  const digest = digestOf(models);
  const cards = JSON.stringify(Object.fromEntries(models.map(({ model, card }) => [model, card])));
  await db.deleteFrom('price_imports').where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute();
  await db
    .insertInto('price_imports')
    .values({ digest, cards })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ created_at: sql`now()` }))
    .execute();
  return {
    digest,
    models: models.map(({ model, state, prices, unknown }) => ({
      model,
      state,
      prices: [...prices],
      unknown: [...unknown],
    })),
    same: read.length - models.length,
    unpriced: Object.keys(json).length - read.length,
  };
}

async function fetchMap(address: string, allow: Context['config']['upstreamAllow']): Promise<string | Refusal> {
  try {
    const { status, body } = await guardedFetch(address, { allow, maxBytes, timeoutMs: fetchTimeoutMs });
    return status === 200 ? body.toString('utf8') : refuse(`The address answered with status ${status}.`);
  } catch (error) {
    return refuse(`The map could not be fetched: ${(error as Error).message}`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
