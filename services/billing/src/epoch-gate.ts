import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { backlogOf } from './backlog.ts';
import { loop } from './loop.ts';
import type { Ports, Running } from './ports.ts';

const pollMs = 1_000;
const backlogPollMs = 100;
/** How long live relays have to register again what they hold. */
const settlingMs = 3_000;

/**
 * Opens admission when the wallet store is new or was emptied: only when every charge that was on its way at that
 * time is in the journal can balances be read again without giving money away twice. `onOpen` hears of it.
 */
export function runEpochGate(ports: Ports, onOpen: () => void = () => {}): Running {
  return loop(
    async (signal) => {
      if ((await ports.kv.epoch.read()) === undefined) {
        await openGate(ports, signal);
        onOpen();
      }
      return pollMs;
    },
    (error) => ports.log.error({ error }, 'the wallet store cannot be opened, trying again'),
  );
}

async function openGate({ kv, bus, log }: Ports, signal: AbortSignal): Promise<void> {
  if (kv.shared) {
    log.warn({ settlingMs }, 'the wallet store has no epoch: admission is closed while relays register their holds');
    await sleep(settlingMs, undefined, { signal });
  }
  const readBacklog = await backlogOf(bus);
  for (let backlog = await readBacklog(); backlog > 0; backlog = await readBacklog()) {
    log.info({ backlog }, 'waiting until the journal has all charges on their way');
    await sleep(backlogPollMs, undefined, { signal });
  }
  const epoch = await kv.epoch.open(randomUUID());
  log.info({ epoch }, 'the wallet store is open');
}
