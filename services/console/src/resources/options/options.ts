import type { Bus } from '@switchyard/bus';
import { notices, type Options, readOptions } from '@switchyard/contracts';
import type { Database } from '@switchyard/db';
import type { Logger } from '@switchyard/log';

export interface OptionReader {
  /** The settings in force; at most 30 s old when a notice was lost. */
  read(): Promise<Options>;
  forget(): void;
}

const lifeMs = 30_000;

export function optionReader(db: Database, log: Logger): OptionReader {
  let known: { readonly options: Promise<Options>; readonly until: number } | undefined;
  async function load(): Promise<Options> {
    const { options, problems } = readOptions(await db.selectFrom('options').select(['key', 'value']).execute());
    for (const problem of problems) log.warn({ problem }, 'a stored option is ignored');
    return options;
  }
  return {
    read() {
      if (known && known.until > Date.now()) return known.options;
      const options = load();
      known = { options, until: Date.now() + lifeMs };
      options.catch(() => (known = undefined));
      return options;
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
