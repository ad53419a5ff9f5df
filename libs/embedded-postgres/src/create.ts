import { execFile, execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClusterOptions } from './cluster.ts';

/**
 * Runs initdb: UTF-8, superuser `postgres`. The cluster appears under its name only when it is whole, however
 * this ends. Throws with initdb's own words when it fails.
 */
export async function createCluster({ binaries, dataDir, account, password }: ClusterOptions): Promise<void> {
  const unfinished = `${dataDir}.unfinished`;
  const scratch = mkdtempSync(join(tmpdir(), 'switchyard-initdb-'));
  const passwordFile = join(scratch, 'password');
  const env = { ...process.env, ...binaries.env };
  const access = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  // Ordering and case folding that depend on no library of the machine; older servers only know the plain C rules.
  const locale =
    majorVersion(binaries.postgres, env) >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--no-locale'];
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    if (account) for (const path of [scratch, unfinished]) chownSync(path, account.uid, account.gid);
    if (password !== undefined) writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account && password !== undefined) chownSync(passwordFile, account.uid, account.gid);
    await promisify(execFile)(
      binaries.initdb,
      ['-D', unfinished, '-U', 'postgres', '--encoding=UTF8', ...locale, ...access],
      { cwd: '/', env, ...account },
    );
    renameSync(unfinished, dataDir);
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new Error(`The database cluster in ${dataDir} cannot be created: ${said || error}`, { cause: error });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function majorVersion(postgres: string, env: NodeJS.ProcessEnv): number {
  const line = execFileSync(postgres, ['--version'], { encoding: 'utf8', env });
  return Number(/(\d+)/.exec(line)?.[1] ?? 0);
}
