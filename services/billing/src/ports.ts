import type { Bus } from '@switchyard/bus';
import type { SealingKey } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import type { Kv } from '@switchyard/kv';
import type { Logger } from '@switchyard/log';
import type { Tracing } from '@switchyard/telemetry';
import type { BillingFigures } from './telemetry/billing-figures.ts';

/** What every part of billing works with. */
export interface Ports {
  readonly db: Database;
  readonly kv: Kv;
  readonly bus: Bus;
  readonly log: Logger;
  /** Opens secret options and queued mails. */
  readonly optionKey: SealingKey;
  readonly figures: BillingFigures;
  readonly tracing?: Tracing | undefined;
}

/** Something that runs until stopped; `stop` resolves when it has come to rest. */
export interface Running {
  stop(): Promise<void>;
}
