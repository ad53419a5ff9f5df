import type { Bus } from '@switchyard/bus';
import { notices, type Options, readOptions, readSecrets, type Secrets } from '@switchyard/contracts';
import { openOption, type SealingKey } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import type { Logger } from '@switchyard/log';

export interface OptionReader {
  /** The settings in force; at most 30 s old when a notice was lost. */
  read(): Promise<Options>;
  /** The sealed ones, opened. Never to be answered or logged. */
  secrets(): Promise<Secrets>;
  /** As last read, for what must not wait; undefined before. A stale one is being read anew. */
  latest(): Options | undefined;
  forget(): void;
}

const lifeMs = 30_000;

export function optionReader(db: Database, log: Logger, optionKey: SealingKey): OptionReader {
  let latest: Options | undefined;
  let known: { readonly loaded: Promise<{ options: Options; secrets: Secrets }>; readonly until: number } | undefined;
  async function load() {
    const rows = await db.selectFrom('options').select(['key', 'value']).execute();
    const { options, problems } = readOptions(rows);
    const { secrets, problems: closed } = readSecrets(rows, (key, sealed) => openOption(optionKey, key, sealed));
    for (const problem of [...problems, ...closed]) log.warn({ problem }, 'a stored option is ignored');
    return { options, secrets };
  }
  function current() {
    if (known && known.until > Date.now()) return known.loaded;
    const loaded = load();
    known = { loaded, until: Date.now() + lifeMs };
    loaded.then(
      ({ options }) => (latest = options),
      () => (known = undefined),
    );
    return loaded;
  }
  return {
    read: async () => (await current()).options,
    secrets: async () => (await current()).secrets,
    latest() {
      // Its failure is heard by whoever waits for it.
      void current().catch(() => {});
      return latest;
    },
    forget() {
      known = undefined;
    },
  };
}

/** Lets go of the settings when another instance has changed them. */
export function forgetOnNotice(bus: Bus, options: OptionReader) {
  return bus.listen(notices.configChanged, () => options.forget());
}
