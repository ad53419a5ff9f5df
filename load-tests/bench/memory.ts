import { setTimeout as sleep } from 'node:timers/promises';
import type { Case } from './cases.ts';
import { residentBytes } from './proc.ts';
import { openStreams } from './streams.ts';

const STREAMS = 1_000;
/** One event and then silence. */
const IDLE = 'm-0-256-1-999999';
const SHORT = 'm-0-256-10-10';

/** Growth of resident memory by streams that stand open in silence. Wants a gateway that was just started. */
export const memoryCase: Case = {
  name: 'memory',
  title: 'Idle stream: memory',
  unit: 'kB',
  bound: { ship: 50, moonshot: 20, absolute: true },
  models: () => [IDLE, SHORT],
  async warmUp(gateway) {
    const { port, key, headers } = gateway;
    const streams = await openStreams({ port, key, headers, model: SHORT, count: 20, rampMs: 100 });
    gateway.delivered += (await streams.finished()).length;
  },
  async measure({ port, key, headers, pid }) {
    const before = residentBytes(pid);
    const streams = await openStreams({ port, key, headers, model: IDLE, count: STREAMS, rampMs: 2_000 });
    await sleep(3_000);
    const after = residentBytes(pid);
    const open = streams.firstByteMs().length;
    await streams.abort();
    if (open !== STREAMS) throw new Error(`Only ${open} of ${STREAMS} streams were open.`);
    return { value: (after - before) / STREAMS / 1024, beforeKilobytes: before / 1024, afterKilobytes: after / 1024 };
  },
};
