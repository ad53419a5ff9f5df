import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Programs that hold a data directory: the launcher of a single node, and what fills its database from a back-up. */
const holders = ['single-node/main.ts', 'backup/restore.ts'];

/**
 * Whether this process is one of them. Its number may meanwhile belong to anything, in a container even to ourselves.
 * Plain JavaScript: setup.mjs asks, too.
 * @param {number} pid
 * @returns {boolean}
 */
export function isHolder(pid) {
  if (pid === process.pid) return false;
  try {
    const line =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' });
    return holders.some((program) => line.includes(program));
  } catch {
    return false;
  }
}
