import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '@switchyard/testing';
import { OTHER_CORE } from './cores.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

export interface WrkRun {
  port: number;
  key: string;
  /** A file with a key on each line; each request bears one of them at random, instead of `key`. */
  keysFile?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  body: string;
  connections: number;
  seconds: number;
  core?: number;
}

export interface WrkFigures {
  requests: number;
  durationMicroseconds: number;
  p50Microseconds: number;
  p99Microseconds: number;
}

/** Sends one body as fast as so many connections can. Throws when any request failed: such a figure says nothing. */
export async function wrk(options: WrkRun): Promise<WrkFigures> {
  const { port, key, keysFile = '', headers = {}, body, connections, seconds, core = OTHER_CORE } = options;
  const program = await findProgram('wrk', 'wrk');
  if (!program) throw new Error('The benchmark makes its load with wrk: install the package wrk.');
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-wrk-'));
  try {
    const file = join(folder, 'body.json');
    writeFileSync(file, body);
    const lines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n');
    const { stdout } = await run(
      'taskset',
      [
        '-c',
        String(core),
        program.path,
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        '--timeout',
        '10s',
        '-s',
        script,
        `http://127.0.0.1:${port}/v1/chat/completions`,
      ],
      {
        env: {
          ...process.env,
          ...program.env,
          BENCH_BODY: file,
          BENCH_KEY: key,
          BENCH_KEYS: keysFile,
          BENCH_HEADERS: lines,
        },
      },
    );
    const figures = JSON.parse(/^\{.*\}$/m.exec(stdout)?.[0] ?? '') as WrkFigures & { failed: number };
    if (figures.failed > 0) throw new Error(`${figures.failed} of ${figures.requests} requests failed:\n${stdout}`);
    return figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
