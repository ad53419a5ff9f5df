import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../chaos/until.ts';

/** A process that does nothing: what is wrong with it is wrong with the machine. */
export interface IdleProcess {
  readonly pid: number;
  stop(): void;
}

/** Resolves when the process tells how it fares, in this folder. */
export async function startIdle(preload: string, folder: string): Promise<IdleProcess> {
  const child = spawn(process.execPath, ['--import', preload, '--eval', 'process.stdin.resume()'], {
    env: { ...process.env, ABUSE_WATCH: folder },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The idle process did not start.');
  await until(() => existsSync(join(folder, `${pid}.sock`)), 60_000);
  return { pid, stop: () => void child.kill('SIGKILL') };
}
