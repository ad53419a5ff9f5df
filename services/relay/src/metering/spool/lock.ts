import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Claims a directory for this process; throws a sentence for people when another one that lives has it.
 * Answers the release.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [pid = '', start = ''] = readFileSync(path, 'utf8').split(' ');
      if (Number(pid) !== process.pid && startOf(Number(pid)) === start && start !== '') break;
      rmSync(path, { force: true });
    }
  }
  throw new Error(
    `Another relay uses the spool in ${directory}. Stop it, or give this one a SWITCHYARD_DATA_DIR of its own.`,
  );
}

/** Identifies a process beyond its number, which may be used again; '' when it does not live. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return isAlive(pid) ? 'alive' : '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
