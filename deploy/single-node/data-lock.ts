import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHolder } from './is-holder.mjs';

/** Takes the data directory for this process; answers how to give it back. Throws when another launcher or a restore has it. */
export function lockDataDir(dataDir: string): () => void {
  const lock = join(dataDir, 'lock');
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    if (!claim(mine, lock)) {
      const holder = Number(readFileSync(lock, 'utf8'));
      if (isHolder(holder)) {
        throw new Error(
          `Switchyard already runs on ${dataDir}, or restores it (process ${holder}). Stop it first, or set SWITCHYARD_DATA_DIR to another folder.`,
        );
      }
      // Left by one that was killed.
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
