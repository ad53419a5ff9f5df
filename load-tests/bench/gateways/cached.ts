import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/peers', import.meta.url));
const run = promisify(execFile);

/** The folder of a peer in node_modules/.cache, filled once; a fill that failed is begun anew the next time. */
export async function cached(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name);
  const filled = join(folder, 'filled');
  if (existsSync(filled)) return folder;
  console.log(`Installing ${name}, once, for some minutes ...`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await fill(folder);
  mkdirSync(filled);
  return folder;
}

/** Runs a registry's client and gives what it printed; its last complaint is the error. */
export async function client(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await run(program, args, { cwd, maxBuffer: 2 ** 28 })).stdout;
  } catch (error) {
    const { stderr = '', stdout = '', message } = error as Error & { stderr?: string; stdout?: string };
    const said = (stderr.trim() || stdout.trim() || message).split('\n');
    throw new Error(`${program} ${args[0]}: ${said.at(-1)}`);
  }
}
