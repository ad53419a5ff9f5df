import { createHash } from 'node:crypto';
import {
  isOptionKey,
  isSecretKey,
  type OptionKey,
  optionCatalogue,
  optionDefinition,
  parseOption,
  secretCatalogue,
} from '@switchyard/contracts';
import { sealOption } from '@switchyard/crypto';
import { announce, type Database, type Schema } from '@switchyard/db';
import { isRatioMapName, ratioMapNames } from '@switchyard/pricing';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import { readPriceMap, writePriceMap } from './price-maps.ts';

export interface Option {
  readonly key: string;
  readonly value: string;
}

const ownKeys = Object.keys(optionCatalogue) as OptionKey[];

const secretKeys = Object.keys(secretCatalogue) as OptionKey[];

/** Every setting that the user's role may read; secrets are blank. */
export async function listOptions(db: Database, role: number): Promise<Option[]> {
  const stored = await db.selectFrom('options').select(['key', 'value']).execute();
  const values = new Map(stored.map(({ key, value }) => [key, value]));
  const own = ownKeys.map((key) => ({ key, value: values.get(key) ?? optionDefinition(key).default }));
  const prices = await Promise.all(ratioMapNames.map(async (key) => ({ key, value: await readPriceMap(db, key) })));
  const secrets = secretKeys.map((key) => ({ key, value: '' }));
  return [...own, ...secrets, ...prices].filter(({ key }) => role >= optionDefinition(key).role);
}

/** Sets one setting. What is refused leaves the old value in force, and so does a blank secret. */
export async function changeOption(
  { db, keys, options }: Context,
  actor: Actor,
  { key, value }: Option,
): Promise<null | Refusal> {
  if (!isOptionKey(key)) return refuse(`There is no option ${key}.`);
  if (actor.role < optionDefinition(key).role) return refuse('Only the super administrator may change this option.');
  const parsed = parseOption(key, value);
  if ('error' in parsed) return refuse(`${parsed.error}.`);
  if (isSecretKey(key) && parsed.value === '') return null;
  const stored = isSecretKey(key) ? sealOption(keys.optionKey, key, String(parsed.value)) : value;
  const outcome = await db.transaction().execute(async (trx) => {
    const before = digest(await readText(trx, key));
    const problem = isRatioMapName(key)
      ? await writePriceMap(trx, key, parsed.value as ReadonlyMap<string, string>)
      : await storeText(trx, key, stored);
    if (problem) return problem;
    await announce(trx, 'config');
    const after = digest(await readText(trx, key));
    await writeLog(trx, logTypes.manage, actor, `Changed option ${key} (sha256 ${before} to ${after})`);
    return null;
  });
  options.forget();
  return outcome;
}

async function readText(db: Kysely<Schema>, key: OptionKey): Promise<string> {
  if (isRatioMapName(key)) return readPriceMap(db, key);
  const row = await db.selectFrom('options').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? optionDefinition(key).default;
}

async function storeText(trx: Transaction<Schema>, key: OptionKey, value: string): Promise<null> {
  await trx
    .insertInto('options')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: sql`now()` }))
    .execute();
  return null;
}

/** Shows that a value changed, and to which of two known ones, without repeating it. */
function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 12);
}
