import { hashPassword } from '@switchyard/crypto';
import { type Database, post } from '@switchyard/db';

const adminRole = 10;
const startingQuota = 50_000_000;

/** Creates an administrator with a starting balance; answers false when the name is taken, by an earlier demo. */
export async function ensureDemoAccount(db: Database, username: string, password: string): Promise<boolean> {
  const hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .insertInto('users')
      .values({ username, display_name: 'Demo', password_hash: hash, role: adminRole })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!user) return false;
    await trx.insertInto('accounts').values({ user_id: user.id }).execute();
    await post(trx, {
      kind: 'gift',
      reference: `demo:${user.id}`,
      userId: user.id,
      amount: startingQuota,
      note: 'Starting balance of the demo',
    });
    return true;
  });
}
