import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

/** How a process fared since it was asked last. */
export interface Fared {
  /** Longest time on the clock in which its event loop did not turn. */
  readonly waitedMs: number;
  /** The same, as far as the process itself computed: what a busy machine cannot cause. */
  readonly usedMs: number;
  /** Alive on and off the heap; without what is garbage only when `collected`. */
  readonly heapBytes: number;
  readonly residentBytes: number;
}

/** Asks a process with the preload. `collected`: after full garbage collections. */
export function howFares(folder: string, pid: number, collected = false): Promise<Fared> {
  const { promise, resolve, reject } = Promise.withResolvers<Fared>();
  const path = collected ? '/memory' : '/';
  request({ socketPath: join(folder, `${pid}.sock`), path, agent: false }, (response) => {
    json(response).then((fared) => resolve(fared as Fared), reject);
  })
    .on('error', reject)
    .end();
  return promise;
}
