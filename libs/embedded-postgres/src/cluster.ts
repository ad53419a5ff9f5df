import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';
import { createCluster } from './create.ts';
import { stopLeftover } from './leftover.ts';

export interface ClusterOptions {
  readonly binaries: PostgresBinaries;
  /** Holds the data; created when missing. `account` must be able to reach it. */
  readonly dataDir: string;
  readonly account: Account | undefined;
  /** Listened to on 127.0.0.1 only. */
  readonly port: number;
  /** Of the superuser `postgres`; used when the cluster is created. Absent: whoever reaches the port may enter. */
  readonly password?: string;
  /** Server settings, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Hears of steps that take a while. */
  readonly onProgress?: (step: string) => void;
}

/**
 * A running Postgres. It leads its own process group, so a Ctrl-C in the terminal does not reach it, and does
 * not keep this process alive.
 */
export interface Cluster {
  readonly pid: number;
  /** Resolves when the server ends, for whatever reason. */
  readonly exited: Promise<void>;
  /** Fast shutdown: sessions are cut, data is safe. Resolves when the server has ended. */
  stop(): Promise<void>;
  /** Asks for the same and does not wait, for a process that is about to exit. */
  interrupt(): void;
}

const stopTimeoutMs = 30_000;

/** Creates the cluster when it is new, ends a server left over from a crash, starts Postgres and waits until it answers. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { binaries, dataDir, account, onProgress = () => {} } = options;
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    onProgress('creating the database cluster');
    await createCluster(options);
  }
  await stopLeftover(binaries, dataDir, account, onProgress);

  const logFile = join(dataDir, 'startup.log');
  const log = openSync(logFile, 'w');
  const child = spawn(binaries.postgres, serverArguments(options), {
    cwd: '/',
    env: { ...process.env, ...binaries.env },
    stdio: ['ignore', log, log],
    detached: true,
    ...account,
  });
  closeSync(log);
  child.unref();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilReady(child, dataDir, logFile);
  return {
    pid: child.pid as number,
    exited,
    stop: () => stop(child),
    interrupt: () => void child.kill('SIGINT'),
  };
}

function serverArguments({ dataDir, port, settings = {} }: ClusterOptions): string[] {
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings };
  return ['-D', dataDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The eighth line of postmaster.pid becomes "ready" once recovery, if any, is over. */
async function untilReady(child: ChildProcess, dataDir: string, logFile: string): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  for (;;) {
    if (failure) throw new Error(`Postgres cannot be started: ${failure.message}`, { cause: failure });
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`Postgres ended at start:\n${readFileSync(logFile, 'utf8').trim()}`);
    }
    const lines = readLines(join(dataDir, 'postmaster.pid'));
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    await sleep(25);
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.ref();
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
  await exit;
  clearTimeout(timer);
}
