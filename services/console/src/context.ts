import type { Keys } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import type { Kv } from '@switchyard/kv';
import type { Config } from './config.ts';
import type { RelayClient } from './relay-client.ts';
import type { OptionReader } from './resources/options/options.ts';
import type { ConsoleFigures } from './telemetry/console-figures.ts';

/** What the routes work with; built once at start. */
export interface Context {
  readonly config: Config;
  readonly db: Database;
  /** For reads of the log and its sums: the same database, or a replica that is some time behind. */
  readonly history: Database;
  readonly kv: Kv;
  readonly keys: Keys;
  readonly relay: RelayClient;
  readonly options: OptionReader;
  readonly figures: ConsoleFigures;
}
