import { chmodSync, mkdirSync } from 'node:fs';

/**
 * Creates the data directory when it is new. What this process writes from now on only its owner may read; root
 * lets others pass through, for the database below belongs to another account then.
 */
export function prepareDataDir(dataDir: string): void {
  process.umask(0o077);
  const isNew = mkdirSync(dataDir, { recursive: true }) !== undefined;
  if (isNew && process.getuid?.() === 0) chmodSync(dataDir, 0o711);
}
