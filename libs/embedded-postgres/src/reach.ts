import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Account } from './account.ts';

/** Where files go that another account must reach while the checkout is closed to it (mode 0700 above it). */
export const sharedDirectory = '/var/lib/switchyard';

/** Whether `account` may enter `directory` and every directory above it. Without an account we are it. */
export function reachable(directory: string, account: Account | undefined): boolean {
  if (!account) return true;
  for (let path = directory; ; path = dirname(path)) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat && !mayEnter(stat, account)) return false;
    if (path === dirname(path)) return true;
  }
}

/** Creates the shared directory and answers it. */
export function makeSharedDirectory(): string {
  // Whatever the umask: the directory exists to be entered.
  if (mkdirSync(sharedDirectory, { recursive: true })) chmodSync(sharedDirectory, 0o755);
  return sharedDirectory;
}

function mayEnter(stat: { mode: number; uid: number; gid: number }, account: Account): boolean {
  if (stat.uid === account.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === account.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}
