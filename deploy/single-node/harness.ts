import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** A launcher as its own process, for tests: `npm start` without npm. */
export interface Launcher {
  /** All that it printed so far. */
  said(): string;
  /** Its exit code, once it has ended; null after a signal. */
  code(): Promise<number | null>;
  /** Resolves when it says that it runs; rejects with what it said when it ended instead. */
  started(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export function launch(settings: Readonly<Record<string, string>>, ...args: string[]): Launcher {
  const child: ChildProcess = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const code = async () => (await exit)[0];
  return {
    said: () => text,
    code,
    async started() {
      while (!text.includes('Ctrl-C stops everything')) {
        const ended = await Promise.race([code(), sleep(50, 'runs' as const)]);
        if (ended !== 'runs') throw new Error(`The launcher ended:\n${text}`);
      }
    },
    kill: (signal) => child.kill(signal),
  };
}
