import { randomBytes } from 'node:crypto';
import { type Database, openDatabase, post } from '@switchyard/db';
import { testDatabase } from '@switchyard/testing';

/** A database of the test's own, and what a test needs in it. */
export interface Books {
  readonly url: string;
  readonly db: Database;
  /** A user with an account that holds `balance`. */
  user(balance?: number): Promise<number>;
  token(userId: number, remainQuota?: number): Promise<number>;
  channel(): Promise<number>;
  /** One more key of a channel that has several. */
  channelKey(channelId: number): Promise<number>;
  close(): Promise<void>;
}

export async function testBooks(): Promise<Books> {
  const { url, drop } = await testDatabase();
  const db = openDatabase({ url, applicationName: 'billing-test' });
  const unique = () => randomBytes(6).toString('hex');
  return {
    url,
    db,
    async user(balance = 1_000_000) {
      const { id } = await db
        .insertInto('users')
        .values({ username: unique() })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('accounts').values({ user_id: id }).execute();
      await db
        .transaction()
        .execute((trx) => post(trx, { kind: 'gift', reference: `${id}`, userId: id, amount: balance }));
      return id;
    },
    async token(userId, remainQuota = 1_000_000) {
      const { id } = await db
        .insertInto('tokens')
        .values({
          user_id: userId,
          key_hash: randomBytes(32),
          key_sealed: 'sealed',
          key_mask: 'sk-…',
          name: 'key',
          remain_quota: remainQuota,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async channel() {
      const { id } = await db
        .insertInto('channels')
        .values({ type: 1, name: 'upstream', key_sealed: 'sealed' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async channelKey(channelId) {
      await db.updateTable('channels').set({ key_mode: 'random' }).where('id', '=', channelId).execute();
      const { id } = await db
        .insertInto('channel_keys')
        .values({ channel_id: channelId, key_sealed: 'sealed', key_hash: randomBytes(32), key_mask: 'sk-…' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async close() {
      await db.destroy();
      await drop();
    },
  };
}
