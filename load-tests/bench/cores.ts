import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { atExit } from '@switchyard/testing';

/** The gateway under test has this core to itself; everything else shares the other one. */
export const GATEWAY_CORE = 1;
export const OTHER_CORE = 0;

/** Moves this process, and what it will start, off the gateways' core. */
export function leaveGatewayCore(): void {
  if (process.platform !== 'linux' || availableParallelism() < 2) {
    throw new Error('The benchmark needs Linux with two cores: one for the gateway under test, one for all else.');
  }
  execFileSync('taskset', ['-a', '-p', '-c', String(OTHER_CORE), String(process.pid)], { stdio: 'ignore' });
}

/**
 * Gives a process its core whenever it wants it (`SCHED_RR`, sched(7)), where we may. Two programs that wake each other without end otherwise
 * keep a third off their core for seconds.
 */
export function neverWaits(pid: number): void {
  spawnSync('chrt', ['-a', '--rr', '-p', '1', String(pid)], { stdio: 'ignore' });
}

const running = new Set<ChildProcess>();

function endAll(): void {
  for (const child of running) child.kill();
}

/** Starts a program on one of the cores; it ends with this process at the latest. */
export function spawnOn(core: number, path: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  atExit(endAll);
  const child = spawn('taskset', ['-c', String(core), path, ...args], options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export interface Launched {
  pid: number;
  /** What the program printed first, as JSON. */
  ready: Record<string, unknown>;
  stop(): Promise<void>;
}

export interface Launch {
  path: string;
  args: readonly string[];
  onGatewayCore?: boolean;
  env?: Readonly<Record<string, string>>;
}

/** Starts a program that prints one line of JSON when it is ready. */
export async function launch({ path, args, onGatewayCore = false, env = {} }: Launch): Promise<Launched> {
  const child = spawnOn(onGatewayCore ? GATEWAY_CORE : OTHER_CORE, path, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const line = await firstLine(child, path);
  return { pid: Number(child.pid), ready: JSON.parse(line), stop: () => stop(child) };
}

function firstLine(child: ChildProcess, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => reject(new Error(`${path} ended at start with ${code}`)));
    if (child.stdout) createInterface(child.stdout).on('line', (line) => line.startsWith('{') && resolve(line));
  });
}

/** Asks the process to end, and makes it end after five seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const impatient = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(impatient);
}
