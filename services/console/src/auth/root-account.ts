import { hashPassword, randomPassword } from '@switchyard/crypto';
import { type Database, post } from '@switchyard/db';
import { sql } from 'kysely';
import { rootRole } from './roles.ts';

const rootId = 1;
const startingQuota = 100_000_000;

/**
 * Creates root (id 1) in an empty installation and answers its one-time password, which nobody can read again.
 * Answers undefined when there is one already; of two instances that start together, one creates it.
 */
export async function ensureRootAccount(db: Database): Promise<string | undefined> {
  const existing = await db.selectFrom('users').select('id').where('id', '=', rootId).executeTakeFirst();
  if (existing) return undefined;
  const password = randomPassword();
  const hash = await hashPassword(password);
  const isCreated = await db.transaction().execute(async (trx) => {
    const inserted = await sql`
      INSERT INTO users (id, username, display_name, password_hash, must_change_password, role)
      OVERRIDING SYSTEM VALUE VALUES (${rootId}, 'root', 'root', ${hash}, true, ${rootRole})
      ON CONFLICT DO NOTHING RETURNING id`.execute(trx);
    if (inserted.rows.length === 0) return false;
    await sql`SELECT setval(pg_get_serial_sequence('users', 'id'), (SELECT max(id) FROM users))`.execute(trx);
    await trx.insertInto('accounts').values({ user_id: rootId }).execute();
    await post(trx, {
      kind: 'gift',
      reference: 'root:first-start',
      userId: rootId,
      amount: startingQuota,
      note: 'Starting balance of the first account',
    });
    return true;
  });
  return isCreated ? password : undefined;
}
