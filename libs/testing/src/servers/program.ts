import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unpackPackage } from './distribution.ts';

/** A program to run, and the environment it needs. */
export interface Program {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The program on the PATH, else out of the distribution's package of this name, else undefined. */
export async function findProgram(name: string, packageName: string): Promise<Program | undefined> {
  return onPath(name) ?? (await inPackage(name, packageName));
}

function onPath(name: string): Program | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter);
  // Debian keeps servers out of the PATH of ordinary users, and Postgres in a folder per release.
  const usual = ['/usr/sbin', '/usr/local/sbin', ...globSync('/usr/lib/postgresql/*/bin')];
  const path = [...directories, ...usual].map((directory) => join(directory, name)).find(executable);
  return path === undefined ? undefined : { path, env: {} };
}

async function inPackage(name: string, packageName: string): Promise<Program | undefined> {
  const root = await unpackPackage(packageName);
  if (root === undefined) return undefined;
  const [path] = globSync(
    ['usr/bin', 'usr/sbin', 'usr/lib/postgresql/*/bin'].map((folder) => join(root, folder, name)),
  );
  if (path === undefined) return undefined;
  const libraries = globSync([join(root, 'usr/lib/*-linux-*'), join(root, 'lib/*-linux-*')]);
  return { path, env: { LD_LIBRARY_PATH: libraries.join(':') } };
}

function executable(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
