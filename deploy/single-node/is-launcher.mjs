import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whether this process is the launcher of a single node. Its number may meanwhile belong to anything, in a container even to ourselves.
 * Plain JavaScript: setup.mjs asks, too.
 * @param {number} pid
 * @returns {boolean}
 */
export function isLauncher(pid) {
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
