import { isSecretKey, type OptionKey } from '@switchyard/contracts';
import { deriveKeys, sealOption } from '@switchyard/crypto';
import type { TestConsole } from './console.ts';

/** Sets options as they are stored, past the rules for administrators. */
export async function setOptions(
  { db, config, options }: TestConsole,
  values: Partial<Record<OptionKey, string>>,
): Promise<void> {
  const { optionKey } = deriveKeys(config.secret);
  const rows = (Object.entries(values) as [OptionKey, string][]).map(([key, value]) => ({
    key,
    value: isSecretKey(key) ? sealOption(optionKey, key, value) : value,
  }));
  await db
    .insertInto('options')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet((on) => ({ value: on.ref('excluded.value') })))
    .execute();
  options.forget();
}
