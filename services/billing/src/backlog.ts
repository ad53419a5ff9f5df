import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '@switchyard/bus';

const patienceMs = 5_000;
const pauseMs = 100;

/** Asks, whenever it is called, how many of the messages that the stream had at first are still to be handled. */
export async function backlogOf(bus: Bus): Promise<() => Promise<number>> {
  const { stored: target } = await bus.usageProgress();
  return async () => {
    const { stored, acknowledged } = await bus.usageProgress();
    // A stream made anew counts from the beginning: what was waited for is gone from it.
    return stored < target ? 0 : Math.max(0, target - acknowledged);
  };
}

/** Whether every charge that the stream has now is in the journal and known to the wallets within 5 s. Also false when the bus does not answer. */
export async function isWorkedOff(bus: Bus): Promise<boolean> {
  const giveUpAt = Date.now() + patienceMs;
  try {
    const backlog = await backlogOf(bus);
    while ((await backlog()) > 0) {
      if (Date.now() >= giveUpAt) return false;
      await sleep(pauseMs);
    }
    return true;
  } catch {
    return false;
  }
}
