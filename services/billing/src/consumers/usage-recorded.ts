import type { UsageMessage } from '@switchyard/bus';
import { applyFigures, type Figures } from '../ledger/figures.ts';
import { parkWithRetries } from '../ledger/park.ts';
import { settleWithRetries } from '../ledger/settle-with-retries.ts';
import type { Ports, Running } from '../ports.ts';
import { retry } from '../retry.ts';
import { traceEvents } from '../telemetry/trace-events.ts';
import { readEvents } from './read-events.ts';

/**
 * Of events that wait already. Rows of accounts, keys, channels and sums change once in a transaction, so in batches of 2,000 an event costs half
 * as much again. Whoever tops up waits for it meanwhile: some half of a second.
 */
export const eventsPerTransaction = 10_000;

/**
 * Turns usage events into journal, log and roll-up. A batch is acknowledged when Postgres has it and the wallet knows
 * the new figures; until then it is tried again, and a redelivery after a crash brings both up to date.
 */
export async function consumeUsage(ports: Ports): Promise<Running> {
  const stopping = new AbortController();
  const subscription = await ports.bus.consumeUsage((batch) => handle(batch, ports, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await subscription.stop();
    },
  };
}

async function handle(batch: readonly UsageMessage[], ports: Ports, signal: AbortSignal): Promise<void> {
  const { db, kv, log, tracing, figures: counted } = ports;
  const startedAt = Date.now();
  const end = counted.batches.startTimer();
  const { events, rejected } = readEvents(batch.map(({ data }) => data));
  if (rejected.length > 0) {
    log.error({ events: rejected.length, reason: rejected[0]?.reason }, 'usage events that cannot be read are parked');
    await parkWithRetries(db, rejected, log, signal);
    counted.events.inc({ result: 'unreadable' }, rejected.length);
  }
  for (let start = 0; start < events.length; start += eventsPerTransaction) {
    const figures = await settleWithRetries(db, events.slice(start, start + eventsPerTransaction), log, signal);
    await applyWithRetries(figures);
  }
  counted.events.inc({ result: 'settled' }, events.length);
  end();
  if (tracing) traceEvents(tracing, events, startedAt);

  async function applyWithRetries(figures: readonly Figures[]): Promise<void> {
    const warn = (error: unknown) => log.error({ error }, 'the wallet cannot be told of new balances, trying again');
    await retry(() => applyFigures(kv, figures), warn, signal);
  }
}
