import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the data directory for this process; answers how to give it back. Throws when another launcher has it. */
export function lockDataDir(dataDir: string): () => void {
  const lock = join(dataDir, 'lock');
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    if (!claim(mine, lock)) {
      const holder = Number(readFileSync(lock, 'utf8'));
      if (isLauncher(holder)) {
        throw new Error(
          `Switchyard already runs on ${dataDir} (process ${holder}). Stop it first, or set SWITCHYARD_DATA_DIR to another folder.`,
        );
      }
      // Left by a launcher that was killed.
      renameSync(mine, lock);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/** A link is made by exactly one of several that try at once. */
function claim(mine: string, lock: string): boolean {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The number may meanwhile belong to anything, in a container even to ourselves. */
function isLauncher(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    const line =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' });
    return line.includes('single-node/main.ts');
  } catch {
    return false;
  }
}
