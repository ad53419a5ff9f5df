import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountFor } from './account.ts';
import { makeSharedDirectory, reachable } from './reach.ts';

/**
 * Where the cluster of an installation with this data directory lies: in it, or, when the account that runs
 * Postgres cannot enter it, in the shared directory; then a file in the data directory says where. Throws when
 * that place has vanished, for an empty database in its stead would look like lost data.
 */
export function clusterPlace(dataDir: string): string {
  const pointer = join(dataDir, 'postgres-location');
  if (existsSync(pointer)) {
    const place = readFileSync(pointer, 'utf8').trim();
    if (existsSync(place)) return place;
    throw new Error(
      `The database should lie in ${place} (says ${pointer}), but that is missing. Bring it back, or delete ${pointer} to begin with an empty one.`,
    );
  }
  const inside = join(dataDir, 'postgres');
  if (reachable(dataDir, accountFor(inside))) return inside;
  const place = mkdtempSync(join(makeSharedDirectory(), 'postgres-data-'));
  writeFileSync(pointer, `${place}\n`);
  return place;
}
