import { changeOption, optionReader, Refusal, readPriceMap } from '@switchyard/console/rows';
import { isOptionKey, isSecretKey, type OptionKey, parseOption } from '@switchyard/contracts';
import { createLogger } from '@switchyard/log';
import { isRatioMapName } from '@switchyard/pricing';
import type { Run } from '../run.ts';

interface Setting {
  readonly key: OptionKey;
  readonly value: string;
}

/**
 * Settings and prices that we know. What somebody has set here stays; prices of models that have one of their own here stay too.
 * Some settings need others: those that are refused are tried again until nothing more is accepted.
 */
export async function carryOptions(run: Run): Promise<void> {
  let waiting = await readSettings(run);
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    const refused: (Setting & { readonly reason: string })[] = [];
    for (const setting of waiting) {
      const reason = await carrySetting(run, setting);
      if (reason !== undefined) refused.push({ ...setting, reason });
    }
    waiting = refused;
    if (waiting.length === before) {
      for (const { key, reason } of refused)
        run.findings.changed('options not carried: they cannot be here', `${key}: ${reason}`);
    }
  }
}

async function readSettings({ source, db, findings }: Run): Promise<Setting[]> {
  const rows = await source.query(`SELECT ${source.quote('key')} AS name, value FROM options`);
  const own = new Map(
    (await db.selectFrom('options').select(['key', 'value']).execute()).map((row) => [row.key, row.value]),
  );
  const settings: Setting[] = [];
  for (const row of rows) {
    const key = String(row.name);
    const value = String(row.value ?? '');
    if (value === '') continue;
    if (!isOptionKey(key)) findings.changed('options not carried: there are none such here', key);
    else if (own.has(key)) {
      if (own.get(key) !== value && !isSecretKey(key)) findings.changed('options not carried: set here already', key);
    } else settings.push({ key, value });
  }
  return settings;
}

/** Answers why it cannot be. */
async function carrySetting(run: Run, setting: Setting): Promise<string | undefined> {
  const { db, keys, isDry, root } = run;
  const { key } = setting;
  const value = isRatioMapName(key) ? await withPricesHere(run, { ...setting, key }) : setting.value;
  const parsed = parseOption(key, value);
  if ('error' in parsed) return parsed.error;
  if (isDry) return undefined;
  const options = optionReader(db, createLogger({ service: 'import', level: 'error' }), keys.optionKey);
  const actor = { ...root, role: 100, ip: '', requestId: '' };
  const outcome = await changeOption({ db, keys, options }, actor, { key, value });
  return outcome instanceof Refusal ? outcome.reason : undefined;
}

/** The map there over the one of here: written alone it would take away what it does not name. */
async function withPricesHere(
  { db }: Run,
  { key, value }: { readonly key: Parameters<typeof readPriceMap>[1]; readonly value: string },
): Promise<string> {
  try {
    return JSON.stringify({ ...JSON.parse(await readPriceMap(db, key)), ...JSON.parse(value) });
  } catch {
    return value;
  }
}
