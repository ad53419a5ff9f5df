import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from '@switchyard/relay/node-options';
import { atExit } from '@switchyard/testing';
import { answering } from './answering.ts';

export type ServiceName = 'relay' | 'billing' | 'console';

const programs: Record<ServiceName, string> = {
  relay: fileURLToPath(import.meta.resolve('../../services/relay/src/server.ts')),
  billing: fileURLToPath(import.meta.resolve('../../services/billing/src/server.ts')),
  console: fileURLToPath(import.meta.resolve('../../services/console/src/server.ts')),
};
/** What each prints once it serves. */
const readyLines: Record<ServiceName, string> = {
  relay: 'relay is ready',
  billing: 'billing is up',
  console: 'the console is up',
};
const patienceMs = 20_000;
const linesShown = 30;

/** Processes that end with this one at the latest. */
const running = new Set<ChildProcess>();

/** A service as a process of its own, on one port and one environment however often it is started. */
export class Service {
  readonly name: ServiceName;
  readonly url: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #logPath: string;
  #child: ChildProcess | undefined;
  #exit: Promise<unknown> | undefined;
  #expectsEnd = false;
  #logStart = 0;
  /** What went wrong when the process, as it was started last, ended by itself. */
  crash: string | undefined;
  /** The same of all runs that had been ready. */
  readonly crashesWhileServing: string[] = [];

  constructor(name: ServiceName, port: number, env: NodeJS.ProcessEnv, logPath: string) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = env;
    this.#logPath = logPath;
  }

  /** Of the process that runs, or ran last. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts the process and does not wait for it. */
  launch(): void {
    atExit(killAll);
    const log = openSync(this.#logPath, 'a');
    this.#logStart = readFileSync(this.#logPath, 'utf8').length;
    const child = spawn(process.execPath, [...(this.name === 'relay' ? nodeOptions : []), programs[this.name]], {
      env: this.#env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    running.add(child);
    this.#expectsEnd = false;
    this.crash = undefined;
    this.#child = child;
    this.#exit = once(child, 'exit').then(([code, signal]) => {
      running.delete(child);
      if (this.#expectsEnd) return;
      this.crash = `${this.name} ended by itself (${signal ?? code}):\n${this.logTail()}`;
      if (this.#hasSaid(readyLines[this.name])) this.crashesWhileServing.push(this.crash);
    });
  }

  /** Resolves when the process says that it is ready. */
  async ready(): Promise<void> {
    await answering(`${this.url}/readyz`, 200, {}, () => this.crash);
    await this.says(readyLines[this.name]);
  }

  async start(): Promise<void> {
    this.launch();
    await this.ready();
  }

  /** Resolves as soon as this run of the process logs a line with this text. */
  async says(text: string): Promise<void> {
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(5)) {
      if (this.#hasSaid(text)) return;
    }
    throw new Error(`${this.name} did not say "${text}":\n${this.logTail()}`);
  }

  /** Ends the process as a crash would (SIGKILL). */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Freezes the process (SIGSTOP): connections stay open and nothing answers. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Asks the process to end, and waits until it has. */
  async stop(): Promise<void> {
    const late = new AbortController();
    const tooLate = sleep(patienceMs, undefined, { signal: late.signal, ref: false }).then(
      () => Promise.reject(new Error(`${this.name} does not stop:\n${this.logTail()}`)),
      () => {},
    );
    await Promise.race([this.#end('SIGTERM'), tooLate]);
    late.abort();
  }

  /** Sends a signal that does not end it. */
  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** All that it ever printed. */
  log(): string {
    return readFileSync(this.#logPath, 'utf8');
  }

  /** The last lines of this run of the process. */
  logTail(): string {
    return this.log().slice(this.#logStart).split('\n').slice(-linesShown).join('\n');
  }

  /** In this run. */
  #hasSaid(text: string): boolean {
    return this.log().includes(text, this.#logStart);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#expectsEnd = true;
    this.#child?.kill(signal);
    await this.#exit;
  }
}

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
