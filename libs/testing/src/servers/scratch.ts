import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';
import { alive, commandLine, signalTree } from './process.ts';

/*
 * All files of a test server lie in one directory, which also names the server's process. A run that was
 * killed hard leaves both behind; the next run removes them.
 */
const own = new Set<string>();

/** `TEST_SERVERS_DIR` moves them, for example into memory. */
const root = () => process.env.TEST_SERVERS_DIR ?? tmpdir();

/** A directory (below `folder`) that is removed, together with the server assigned to it, when this process ends. */
export function scratchDirectory(name: string, folder = root()): string {
  if (own.size === 0) sweep();
  atExit(removeAll);
  const directory = mkdtempSync(join(folder, `switchyard-test-${process.pid}-${name}-`));
  own.add(directory);
  return directory;
}

/** Says which process lives no longer than `directory`. */
export function assign(directory: string, pid: number): void {
  writeFileSync(join(directory, 'pid'), String(pid));
}

export function removeScratch(directory: string): void {
  own.delete(directory);
  const pid = assigned(directory);
  // The server's command line names its directory: a reused process number is not ours to kill.
  if (pid && commandLine(pid).includes(directory)) signalTree(pid, 'SIGKILL');
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}

function removeAll(): void {
  own.forEach(removeScratch);
}

function sweep(): void {
  for (const entry of readdirSync(root())) {
    const owner = Number(/^switchyard-test-(\d+)-/.exec(entry)?.[1]);
    if (owner && !alive(owner)) removeScratch(join(root(), entry));
  }
}

function assigned(directory: string): number | undefined {
  try {
    return Number(readFileSync(join(directory, 'pid'), 'utf8'));
  } catch {
    return undefined;
  }
}
