import { setTimeout as sleep } from 'node:timers/promises';
import type { Case } from './cases.ts';
import { residentBytes } from './proc.ts';
import { openStreams } from './streams.ts';

const STREAMS = 1_000;
/** Some take half a minute to open them. */
const PATIENCE_MS = 60_000;
/** One event and then silence. */
const IDLE = 'm-0-256-1-999999';
const SHORT = 'm-0-256-10-10';

/**
 * Growth of resident memory by streams that stand open in silence, beside as many: what a process has left of its start is used up by
 * the first thousand. Wants a gateway that was just started.
 */
export const memoryCase: Case = {
  name: 'memory',
  title: 'Idle stream: memory',
  unit: 'kB',
  bound: { ship: 50, moonshot: 20, absolute: true },
  models: () => [IDLE, SHORT],
  async warmUp(gateway) {
    const { port, key, headers, modelPrefix = '' } = gateway;
    const streams = await openStreams({ port, key, headers, model: modelPrefix + SHORT, count: 20, rampMs: 100 });
    gateway.delivered += (await streams.finished()).length;
  },
  async measure({ port, key, headers, modelPrefix = '', pid }) {
    const open = async () => {
      const streams = await openStreams({
        port,
        key,
        headers,
        model: modelPrefix + IDLE,
        count: STREAMS,
        rampMs: 2_000,
      });
      for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(100)) {
        if (streams.firstByteMs().length === STREAMS) break;
      }
      await sleep(3_000);
      return streams;
    };
    const first = await open();
    const before = residentBytes(pid);
    const second = await open();
    const after = residentBytes(pid);
    const opened = first.firstByteMs().length + second.firstByteMs().length;
    await Promise.all([first.abort(), second.abort()]);
    if (opened !== 2 * STREAMS) throw new Error(`Only ${opened} of ${2 * STREAMS} streams were open.`);
    return { value: (after - before) / STREAMS / 1024, beforeKilobytes: before / 1024, afterKilobytes: after / 1024 };
  },
};
