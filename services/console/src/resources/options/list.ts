import {
  type OptionKey,
  optionCatalogue,
  optionDefinition,
  priceMapCatalogue,
  secretCatalogue,
} from '@switchyard/contracts';
import type { Database } from '@switchyard/db';
import { isRatioMapName } from '@switchyard/pricing';
import type { Static } from 'typebox';
import { seconds } from '../../http/time.ts';
import { lastChanges, versionedWith } from './history.ts';
import { readPriceMap } from './price-maps.ts';
import type { Definition, OptionText } from './schema.ts';
import { readStored, textOf } from './stored.ts';

const ownKeys = Object.keys(optionCatalogue) as OptionKey[];
const secretKeys = Object.keys(secretCatalogue) as OptionKey[];
const priceKeys = Object.keys(priceMapCatalogue) as OptionKey[];

/** The settings that the role may read and write. */
export function visibleKeys(role: number): OptionKey[] {
  return [...ownKeys, ...secretKeys, ...priceKeys].filter((key) => role >= optionDefinition(key).role);
}

/** Every setting that the role may read; secrets are blank. */
export async function listOptions(db: Database, role: number): Promise<Static<typeof OptionText>[]> {
  const stored = await readStored(db);
  return Promise.all(
    visibleKeys(role).map(async (key) => {
      if (isRatioMapName(key)) return { key, value: await readPriceMap(db, key) };
      return { key, value: optionDefinition(key).secret ? '' : textOf(stored, key) };
    }),
  );
}

/** What every such setting may hold, whether it was ever set, and who changed it last. */
export async function listDefinitions(db: Database, role: number): Promise<Static<typeof Definition>[]> {
  const stored = await readStored(db);
  const changes = await lastChanges(db);
  return visibleKeys(role).map((key) => {
    const { kind, choices, range, default: standard, role: leastRole, secret } = optionDefinition(key);
    const known = versionedWith(key).flatMap((other) => changes.get(other) ?? []);
    const change = known.sort((a, b) => b.id - a.id)[0];
    return {
      key,
      kind,
      ...(choices ? { choices: [...choices] } : {}),
      ...(range ? { minimum: range[0], maximum: range[1] } : {}),
      default: standard,
      role: leastRole,
      secret,
      set: isRatioMapName(key) ? changes.has(key) : (stored.get(key) ?? '') !== '',
      version: change?.id ?? 0,
      ...(change ? { changed_time: seconds(change.created_at), changed_by: change.actor } : {}),
    };
  });
}
