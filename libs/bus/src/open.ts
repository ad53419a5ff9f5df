import type { Bus } from './bus.ts';
import { openInProcessBus } from './in-process/index.ts';
import { openNatsBus } from './nats/index.ts';

export interface BusSettings {
  /** NATS_URL; absent or empty: in-process. */
  readonly natsUrl?: string | undefined;
  /** Keeps installations (and tests) on one NATS server apart: letters, digits, `-`, `_`. */
  readonly prefix?: string | undefined;
  /** Told of a lost connection, a failed batch or listener. Never holds a secret. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** How long a service waits at start for a NATS that starts at the same time. */
const startWaitMs = 15_000;

/** Opens the bus that NATS_URL asks for. Rejects with a sentence for the operator when NATS cannot be used. */
export async function openBus({ natsUrl, prefix = '', warn = () => {} }: BusSettings): Promise<Bus> {
  return natsUrl ? openNatsBus(natsUrl, prefix, startWaitMs, warn) : openInProcessBus(warn);
}
