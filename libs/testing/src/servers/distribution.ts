import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../../../node_modules/.cache/switchyard/', import.meta.url));

/**
 * Unpacks a Debian package and what it needs beyond the installed ones into a folder of its own, once; no
 * root needed. Undefined where there is no apt or it does not know the package.
 */
export async function unpackPackage(name: string): Promise<string | undefined> {
  const root = join(cache, name);
  if (existsSync(root)) return root;
  const unfinished = `${root}.${process.pid}`;
  try {
    const options = await listOptions(name);
    const { stdout } = await run('apt-get', [...options, 'install', '-s', '--no-install-recommends', name]);
    const packages = [...stdout.matchAll(/^Inst (\S+) .*?\((\S+)/gm)].map(
      ([, title, version]) => `${title}=${version}`,
    );
    if (packages.length === 0) return undefined;
    mkdirSync(unfinished, { recursive: true });
    await run('apt-get', [...options, 'download', ...packages], { cwd: unfinished });
    for (const file of globSync(join(unfinished, '*.deb'))) {
      await run('dpkg', ['-x', file, unfinished]);
      rmSync(file);
    }
    if (!existsSync(root)) renameSync(unfinished, root);
    return root;
  } catch {
    return undefined;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** A fresh machine may have no package lists at all; then we fetch our own beside the cache. */
async function listOptions(name: string): Promise<string[]> {
  const { stdout } = await run('apt-cache', ['madison', name]);
  if (stdout.trim()) return [];
  const lists = join(cache, 'apt');
  mkdirSync(join(lists, 'lists/partial'), { recursive: true });
  mkdirSync(join(lists, 'archives/partial'), { recursive: true });
  const options = ['-o', `Dir::State::lists=${lists}/lists`, '-o', `Dir::Cache=${lists}`];
  await run('apt-get', [...options, 'update']);
  return options;
}
