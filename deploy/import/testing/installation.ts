import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { deriveKeys, generateSecret } from '@switchyard/crypto';
import { openDatabase } from '@switchyard/db';
import { seedUser, testDatabase } from '@switchyard/testing';
import type { Installation } from '../installation.ts';

const audit = fileURLToPath(new URL('../../../services/billing/src/audit/main.ts', import.meta.url));

/** An installation with nobody but root, who has a balance. */
export async function testInstallation() {
  const { url, drop } = await testDatabase();
  const secret = generateSecret();
  const db = openDatabase({ url, applicationName: 'import-test', maxConnections: 3 });
  const id = await seedUser(db, { username: 'root', role: 100, balance: 1_000 });
  const installation: Installation = { url, db, keys: deriveKeys(secret), root: { id, username: 'root' } };
  return {
    ...installation,
    secret,
    async close() {
      await db.destroy();
      await drop();
    },
  };
}

/** What the audit prints, when it finds something; undefined when the money adds up. */
export function auditProblem(databaseUrl: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, [audit], {
    env: { DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stdout + stderr;
}
