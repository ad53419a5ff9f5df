import { createHash } from 'node:crypto';
import { isOptionKey, isSecretKey, type OptionKey, optionDefinition, parseOption } from '@switchyard/contracts';
import { type SealingKey, sealOption } from '@switchyard/crypto';
import { announce, type Schema } from '@switchyard/db';
import { isRatioMapName } from '@switchyard/pricing';
import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import { type ChangedKey, type ChangeRow, lastChange, recordChange, showsCards } from './history.ts';
import { rootSignsInWithoutPassword } from './password-login.ts';
import { writePriceMap } from './price-maps.ts';
import { brokenRule } from './rules.ts';
import { sanitizeMarkup } from './sanitize.ts';
import type { OptionChange } from './schema.ts';
import { lockOptions, readStored, settingsOf, store, textOf } from './stored.ts';
import type { CardChange } from './stored-cards.ts';

/** The setting's newest version, after the change or without one. */
export interface Versioned {
  readonly version: number;
}

/** Which of several settings cannot be so, and why; none of them has changed. Thrown, it takes the transaction back. */
export class RefusedChange extends Error {
  readonly key: string;
  readonly refusal: Refusal;

  constructor(key: string, refusal: Refusal) {
    super(refusal.reason);
    this.key = key;
    this.refusal = refusal;
  }
}

/** Sets one setting. What is refused leaves the old value in force, and so does a blank secret unless it is cleared. */
export async function changeOption(
  context: Pick<Context, 'db' | 'keys' | 'options'>,
  actor: Actor,
  change: OptionChange,
): Promise<Versioned | Refusal> {
  const outcome = await changeOptions(context, actor, [change]);
  return outcome instanceof RefusedChange ? outcome.refusal : (outcome[0] as Versioned);
}

/** Sets several settings, one after another in this order, or none of them. */
export async function changeOptions(
  { db, keys, options }: Pick<Context, 'db' | 'keys' | 'options'>,
  actor: Actor,
  changes: readonly OptionChange[],
): Promise<Versioned[] | RefusedChange> {
  try {
    const wanted = changes.map((change) => readChange(actor, change));
    return await db.transaction().execute(async (trx) => {
      await lockOptions(trx);
      // All of them before the first is written: the price maps have one version together.
      for (const { key, version } of wanted) {
        const refusal = overtaken(key, await lastChange(trx, key), version);
        if (refusal) throw new RefusedChange(key, refusal);
      }
      for (const one of wanted) {
        const outcome = one.isKept ? undefined : await write(trx, actor, keys.optionKey, one);
        if (outcome instanceof Refusal) throw new RefusedChange(one.key, outcome);
      }
      const versions: Versioned[] = [];
      for (const { key } of wanted) versions.push({ version: (await lastChange(trx, key))?.id ?? 0 });
      return versions;
    });
  } catch (error) {
    if (error instanceof RefusedChange) return error;
    throw error;
  } finally {
    options.forget();
  }
}

/** @throws RefusedChange when the setting is not this person's, or cannot have the value. */
function readChange(actor: Actor, { key, value, version, clear = false }: OptionChange) {
  if (!isOptionKey(key)) throw new RefusedChange(key, refuse(`There is no option ${key}.`));
  if (actor.role < optionDefinition(key).role) {
    throw new RefusedChange(key, refuse('Only the super administrator may change this option.'));
  }
  const parsed = parseOption(key, value);
  if ('error' in parsed) throw new RefusedChange(key, refuse(`${parsed.error}.`));
  const isKept = isSecretKey(key) && parsed.value === '' && !clear;
  return { key, text: value, value: parsed.value, version, isKept };
}

/** Undefined when the setting is so already. */
async function write(
  trx: Transaction<Schema>,
  actor: Actor,
  optionKey: SealingKey,
  { key, text, value }: ReturnType<typeof readChange>,
): Promise<Versioned | Refusal | undefined> {
  if (!isRatioMapName(key)) return changeText(trx, actor, optionKey, key, storable(key, text, value));
  const change = await writePriceMap(trx, key, value as ReadonlyMap<string, string>);
  return change instanceof Refusal ? change : recordCards(trx, actor, key, change);
}

/** The refusal of a change that was begun at another version than the last one; undefined when there is none. */
export function overtaken(
  key: ChangedKey,
  last: Pick<ChangeRow, 'id' | 'actor'> | undefined,
  version: number | undefined,
): Refusal | undefined {
  if (version === undefined || !last || last.id === version) return undefined;
  return refuse(
    showsCards(key)
      ? `${last.actor} has changed prices meanwhile. Reload the page and look at them again.`
      : `${last.actor} has changed ${key} meanwhile. Reload the page and look at it again.`,
  );
}

/** Notes changed price cards under a key, or answers undefined when none changed. */
export async function recordCards(
  trx: Transaction<Schema>,
  actor: Actor,
  key: ChangedKey,
  { before, after }: CardChange,
): Promise<Versioned | undefined> {
  const models = Object.keys(after);
  if (models.length === 0) return undefined;
  const id = await recordChange(trx, actor, { key, before: JSON.stringify(before), after: JSON.stringify(after) });
  await announce(trx, 'config');
  const named = models.slice(0, 5).join(', ') + (models.length > 5 ? ', …' : '');
  await writeLog(trx, logTypes.manage, actor, `Changed option ${key} for ${models.length} models: ${named}`);
  return { version: id };
}

async function changeText(
  trx: Transaction<Schema>,
  actor: Actor,
  optionKey: SealingKey,
  key: OptionKey,
  text: string,
): Promise<Versioned | Refusal | undefined> {
  const isSecret = isSecretKey(key);
  const stored = await readStored(trx);
  const before = textOf(stored, key);
  if (text === before) return undefined;
  const value = isSecret ? sealOption(optionKey, key, text) : text;
  const after = settingsOf(new Map([...stored, [key, value]]), optionKey);
  const problem = brokenRule(key, settingsOf(stored, optionKey), after);
  if (problem) return refuse(problem);
  if (key === 'PasswordLoginEnabled' && text === 'false' && !(await rootSignsInWithoutPassword(trx, after.features))) {
    return refuse('Bind another way to sign in (GitHub, a passkey …) to the root account first, and enable it.');
  }
  await store(trx, key, value);
  await announce(trx, 'config');
  await writeLog(trx, logTypes.manage, actor, `Changed option ${key} (sha256 ${digest(before)} to ${digest(value)})`);
  const shown = isSecret ? { before: null, after: null } : { before, after: text };
  return { version: await recordChange(trx, actor, { key, ...shown }) };
}

/** The text as it is kept: addresses and lines in their normal form, markup without what could run. */
function storable(key: OptionKey, text: string, value: unknown): string {
  if (optionDefinition(key).kind === 'html') return sanitizeMarkup(text);
  return typeof value === 'string' ? value : text;
}

/** Shows that a value changed, and to which of two known ones, to readers of the log who may not see the setting. */
function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 12);
}
