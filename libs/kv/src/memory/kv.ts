import type { Kv } from '../kv.ts';
import { MemoryEpoch } from './epoch.ts';
import { MemoryLimiter } from './limiter.ts';
import { MemoryPresence } from './presence.ts';
import { MemoryWallet } from './wallet.ts';

/** State of one process, gone when it ends. `now` answers milliseconds since the epoch. */
export function memoryKv(now: () => number = Date.now): Kv {
  return {
    description: 'memory',
    shared: false,
    wallet: new MemoryWallet(now),
    limiter: new MemoryLimiter(now),
    epoch: new MemoryEpoch(),
    relays: new MemoryPresence(now),
    async ping() {},
    async close() {},
  };
}
