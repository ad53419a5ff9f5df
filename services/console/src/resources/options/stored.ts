import {
  type OptionKey,
  type Options,
  optionDefinition,
  readOptions,
  type SecretKey,
  secretCatalogue,
} from '@switchyard/contracts';
import type { Schema } from '@switchyard/db';
import { type Kysely, sql, type Transaction } from 'kysely';

/** The table `options`, as text by key. */
export type StoredOptions = ReadonlyMap<string, string>;

/** Settings as a rule sees them: of a secret only whether it is set. */
export interface Settings {
  readonly options: Options;
  readonly secretsSet: ReadonlySet<SecretKey>;
}

/** Any number: changes of settings wait for each other, since rules look at several. */
const turn = 4_170_221_905;

/** Until the transaction ends, nobody else changes a setting. */
export async function lockOptions(trx: Transaction<Schema>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${turn})`.execute(trx);
}

export async function readStored(db: Kysely<Schema>): Promise<StoredOptions> {
  const rows = await db.selectFrom('options').select(['key', 'value']).execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

export async function store(trx: Transaction<Schema>, key: OptionKey, value: string): Promise<void> {
  await trx
    .insertInto('options')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: sql`now()` }))
    .execute();
}

/** A setting's text, sealed where it is secret. */
export function textOf(stored: StoredOptions, key: OptionKey): string {
  return stored.get(key) ?? optionDefinition(key).default;
}

export function settingsOf(stored: StoredOptions): Settings {
  const { options } = readOptions([...stored].map(([key, value]) => ({ key, value })));
  const secretsSet = (Object.keys(secretCatalogue) as SecretKey[]).filter((key) => (stored.get(key) ?? '') !== '');
  return { options, secretsSet: new Set(secretsSet) };
}
