import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { signalTree } from './process.ts';
import type { Program } from './program.ts';
import { assign, removeScratch, scratchDirectory } from './scratch.ts';
import type { TestServer } from './test-server.ts';
import { untilStopped } from './until-stopped.ts';

export interface ServerKind {
  readonly name: string;
  url(port: number): string;
  /** Starts the server and resolves when it answers. Its command line must name `directory`. */
  start(directory: string, port: number): Promise<Started>;
}

export interface Started {
  readonly pid: number;
  readonly exited: Promise<void>;
}

const startTimeoutMs = 20_000;

/** Starts a server of this kind on a free port with a directory of its own (below `folder`). It ends with this process at the latest. */
export async function launch(kind: ServerKind, folder?: string): Promise<TestServer> {
  const directory = scratchDirectory(kind.name, folder);
  const port = await freePort();
  const start = async () => {
    const started = await kind.start(directory, port);
    assign(directory, started.pid);
    return started;
  };
  let server = await start();
  const signal = async (name: NodeJS.Signals) => signalTree(server.pid, name);
  const kill = async () => {
    await signal('SIGKILL');
    // The server does not keep this process alive, so waiting for its end must.
    const wait = setInterval(() => {}, 1000);
    await server.exited;
    clearInterval(wait);
  };
  return {
    url: kind.url(port),
    directory,
    kill,
    restart: async () => {
      server = await start();
    },
    pause: async () => {
      await signal('SIGSTOP');
      await untilStopped(server.pid);
    },
    resume: () => signal('SIGCONT'),
    stop: async () => {
      await kill();
      removeScratch(directory);
    },
  };
}

/** Runs a program in the background and resolves when `port` takes connections. */
export async function runUntilListening(program: Program, args: readonly string[], port: number): Promise<Started> {
  const child = spawn(program.path, args, {
    env: { ...process.env, ...program.env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  let ended: string | undefined;
  const exited = new Promise<void>((resolve) => {
    const end = (reason: unknown) => {
      ended = String(reason);
      resolve();
    };
    child.once('error', end).once('exit', end);
  });
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  for (const deadline = Date.now() + startTimeoutMs; !(await listening(port)); await sleep(20)) {
    if (ended !== undefined) throw new Error(`${program.path} ended at start (${ended}): ${said}`);
    if (Date.now() > deadline) throw new Error(`${program.path} does not listen on port ${port}: ${said}`);
  }
  return { pid: child.pid as number, exited };
}

function listening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
