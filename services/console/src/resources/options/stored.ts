import {
  type OptionKey,
  type Options,
  optionDefinition,
  readOptions,
  readSecrets,
  type SecretKey,
  secretCatalogue,
} from '@switchyard/contracts';
import { openOption, type SealingKey } from '@switchyard/crypto';
import { advisoryLocks, type Schema } from '@switchyard/db';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Features, features } from '../../auth/features.ts';

/** The table `options`, as text by key. */
export type StoredOptions = ReadonlyMap<string, string>;

/** Settings as a rule sees them: of a secret only whether it is set, and of the human check's whether everybody knows it. */
export interface Settings {
  readonly options: Options;
  readonly secretsSet: ReadonlySet<SecretKey>;
  readonly hasTestSecret: boolean;
  readonly features: Features;
}

/** Cloudflare publishes them for tests: anybody passes with the first, nobody with the others. */
const turnstileTestSecrets: ReadonlySet<string> = new Set([
  '1x0000000000000000000000000000000AA',
  '2x0000000000000000000000000000000AA',
  '3x0000000000000000000000000000000AA',
]);

/** Until the transaction ends, nobody else changes a setting. */
export async function lockOptions(trx: Transaction<Schema>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.changeOptions})`.execute(trx);
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

export function settingsOf(stored: StoredOptions, optionKey: SealingKey): Settings {
  const rows = [...stored].map(([key, value]) => ({ key, value }));
  const { options } = readOptions(rows);
  const { secrets } = readSecrets(rows, (key, sealed) => openOption(optionKey, key, sealed));
  const secretsSet = (Object.keys(secretCatalogue) as SecretKey[]).filter((key) => (stored.get(key) ?? '') !== '');
  const hasTestSecret = turnstileTestSecrets.has(secrets.TurnstileSecretKey);
  return { options, secretsSet: new Set(secretsSet), hasTestSecret, features: features(options, secrets) };
}
