import { hashPassword, randomPassword } from '@switchyard/crypto';
import { announce, type Database, openDatabase, type Schema } from '@switchyard/db';
import { withSecretFiles } from '@switchyard/environment';
import type { Transaction } from 'kysely';
import { rootRole } from './auth/roles.ts';
import { removeTotp } from './auth/second-factor/totp-repository.ts';
import { revokeAccess } from './auth/sessions/revoke-access.ts';
import { type Actor, logTypes, writeLog } from './resources/logs/write.ts';
import { recordChange } from './resources/options/history.ts';
import { lockOptions, readStored, store, textOf } from './resources/options/stored.ts';

interface RootAccess {
  readonly username: string;
  readonly password: string;
  readonly humanCheckWasOn: boolean;
}

/**
 * Gives root a new one-time password, for who has lost theirs and reaches the database. Nothing else lets in afterwards, for a
 * stranger may have added it: passkeys, accounts elsewhere, the e-mail address (it resets passwords), second factor, sessions and
 * access token go. A disabled root is enabled. The human check is switched off: with a wrong secret nobody signs in. Answers name and
 * password; nobody can read the password again.
 */
export async function resetRootPassword(db: Database): Promise<RootAccess> {
  const password = randomPassword();
  const hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    // Before root is held: whoever changes a setting takes the two in this order.
    await lockOptions(trx);
    const root = await trx
      .selectFrom('users')
      .select(['id', 'username', 'role'])
      .where('role', '=', rootRole)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!root) throw new Error('There is no root account yet: the first start of the console makes it.');
    await trx
      .updateTable('users')
      .set({ password_hash: hash, must_change_password: true, status: 1, email: null, email_canonical: null })
      .where('id', '=', root.id)
      .execute();
    await removeTotp(trx, root.id);
    await trx.deleteFrom('passkeys').where('user_id', '=', root.id).execute();
    await trx.deleteFrom('identities').where('user_id', '=', root.id).execute();
    await revokeAccess(trx, root.id);
    const actor = { ...root, ip: '', requestId: '' };
    await writeLog(trx, logTypes.manage, actor, 'The password of root was reset by command');
    return { username: root.username, password, humanCheckWasOn: await switchOffHumanCheck(trx, actor) };
  });
}

/** False when it was off. */
async function switchOffHumanCheck(trx: Transaction<Schema>, actor: Actor): Promise<boolean> {
  const key = 'TurnstileCheckEnabled';
  const before = textOf(await readStored(trx), key);
  if (before !== 'true') return false;
  await store(trx, key, 'false');
  await recordChange(trx, actor, { key, before, after: 'false' });
  await announce(trx, 'config');
  await writeLog(trx, logTypes.manage, actor, 'The human check was switched off by command');
  return true;
}

async function main(): Promise<void> {
  const url = withSecretFiles(process.env).DATABASE_URL;
  if (!url) throw new Error('Set DATABASE_URL to the Postgres of the installation.');
  const db = openDatabase({ url, applicationName: 'switchyard-reset-root-password', maxConnections: 1 });
  try {
    const { username, password, humanCheckWasOn } = await resetRootPassword(db);
    process.stdout.write(`Sign in as ${username} with the one-time password ${password}\n`);
    process.stdout.write('Then bind e-mail address, passkeys and second factor anew: they were removed.\n');
    if (humanCheckWasOn) {
      process.stdout.write(
        'The human check (Turnstile) was switched off: with a wrong secret nobody signs in. Look at its keys, then switch it on again.\n',
      );
    }
  } finally {
    await db.destroy();
  }
}

if (import.meta.main) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}
