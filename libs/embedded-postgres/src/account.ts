import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Who runs Postgres when we are root: Postgres itself refuses root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account to run Postgres under, or undefined to run it as ourselves (we are not root).
 * An existing cluster keeps its owner; a new one belongs to `postgres`, or to `nobody` where that is missing.
 */
export function accountFor(dataDir?: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = dataDir && statSync(join(dataDir, 'PG_VERSION'), { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return lookUp('postgres') ?? lookUp('nobody') ?? fail();
}

function lookUp(name: string): Account | undefined {
  try {
    return { uid: idOf('-u', name), gid: idOf('-g', name) };
  } catch {
    return undefined;
  }
}

function idOf(flag: string, name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}

function fail(): never {
  throw new Error(
    'Postgres does not run as root, and neither the account "postgres" nor "nobody" exists. Start as another user, or set DATABASE_URL.',
  );
}
