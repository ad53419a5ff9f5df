import { type Options, readOptions, readSecrets, type Secrets } from '@switchyard/contracts';
import { openOption, type SealingKey } from '@switchyard/crypto';
import type { Schema } from '@switchyard/db';
import type { Kysely } from 'kysely';

/** The settings in force. For work that comes due now and then; the console, which stores them, reports what cannot be read. */
export async function readSettings(
  db: Kysely<Schema>,
  optionKey: SealingKey,
): Promise<{ readonly options: Options; readonly secrets: Secrets }> {
  const rows = await db.selectFrom('options').select(['key', 'value']).execute();
  const { options } = readOptions(rows);
  const { secrets } = readSecrets(rows, (key, sealed) => openOption(optionKey, key, sealed));
  return { options, secrets };
}
