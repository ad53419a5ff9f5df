import { openDatabase } from '@switchyard/db';
import { withSecretFiles } from '@switchyard/environment';
import { openKv } from '@switchyard/kv';
import { databaseUrl } from './database-url.ts';
import { examine } from './examine.ts';
import type { Finding, Invariant } from './invariant.ts';
import { bookInvariants, walletInvariants } from './invariants.ts';
import { allUsers } from './users.ts';

/*
 * npm run audit: examines every account, also while the system runs, and changes nothing. Exit code 1 when something
 * does not add up. Without REDIS_URL the wallet lies in the memory of the running process, which examines it itself.
 */
const findingsShown = 20;

async function main(): Promise<number> {
  const environment = withSecretFiles(process.env);
  const url = databaseUrl(environment);
  const db = openDatabase({ url, applicationName: 'switchyard-audit', readOnly: true, statementTimeoutMs: 0 });
  const redisUrl = environment.REDIS_URL || undefined;
  const kv = await openKv(redisUrl === undefined ? {} : { redisUrl });
  const invariants = redisUrl === undefined ? bookInvariants : [...bookInvariants, ...walletInvariants];
  const found = new Map<Invariant, Finding[]>(invariants.map((invariant) => [invariant, []]));
  try {
    let checked = 0;
    for await (const userIds of allUsers(db)) {
      for (const { invariant, findings } of await examine({ db, kv }, invariants, { userIds })) {
        found.get(invariant)?.push(...findings);
      }
      checked += userIds.length;
      if (process.stderr.isTTY) process.stderr.write(`\r${checked} accounts examined`);
    }
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    if (redisUrl === undefined) print('Wallets are examined by the running services: no REDIS_URL is set.\n');
    return report(found, checked);
  } finally {
    await Promise.all([db.destroy(), kv.close()]);
  }
}

function report(found: ReadonlyMap<Invariant, readonly Finding[]>, checked: number): number {
  const width = Math.max(...[...found.keys()].map(({ name }) => name.length));
  print(`${'invariant'.padEnd(width)}  accounts  breaches`);
  for (const [{ name }, findings] of found) {
    print(`${name.padEnd(width)}  ${String(checked).padStart(8)}  ${String(findings.length).padStart(8)}`);
  }
  for (const [{ name, says }, findings] of found) {
    if (findings.length === 0) continue;
    print(`\n${name}: ${says}`);
    for (const { userId, detail } of findings.slice(0, findingsShown)) print(`  user ${userId}: ${detail}`);
    if (findings.length > findingsShown) print(`  and ${findings.length - findingsShown} more`);
  }
  return [...found.values()].some((findings) => findings.length > 0) ? 1 : 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`The audit could not be done: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
