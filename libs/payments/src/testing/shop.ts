import { randomUUID } from 'node:crypto';
import { readOptions } from '@switchyard/contracts';
import { type Database, openDatabase } from '@switchyard/db';
import { seedUser, testDatabase } from '@switchyard/testing';
import { lockOrder, type Order, placeOrder, quote } from '../index.ts';

export interface Shop {
  readonly db: Database;
  addUser(): Promise<number>;
  /** An order of 10 USD for 73.00 CNY, by a new user unless one is named. */
  order(fields?: { userId?: number; amount?: string; processor?: string }): Promise<Order>;
  read(order: Order): Promise<Order>;
  balance(userId: number): Promise<number>;
  close(): Promise<void>;
}

/** Orders on a database of their own. */
export async function testShop(): Promise<Shop> {
  const database = await testDatabase();
  const db = openDatabase({ url: database.url, applicationName: 'test', maxConnections: 20 });
  const { options } = readOptions([]);
  const addUser = () => seedUser(db, { username: randomUUID().slice(0, 12), balance: 0 });
  return {
    db,
    addUser,
    async order({ userId, amount = '10', processor = 'epay' } = {}) {
      const price = quote(options, { amount, group: 'default', currency: 'CNY', rate: '7.3' });
      if ('refusal' in price) throw new Error(price.refusal);
      const order = await placeOrder(
        db,
        { name: processor, live: true },
        {
          userId: userId ?? (await addUser()),
          method: 'alipay',
          quote: price,
          lifeSeconds: 600,
          mostPerDayUsd: 1e6,
        },
      );
      if ('refusal' in order) throw new Error(order.refusal);
      return order;
    },
    read: (order) => db.transaction().execute((trx) => lockOrder(trx, order.id)),
    async balance(userId) {
      const account = await db
        .selectFrom('accounts')
        .select('balance')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return account.balance;
    },
    async close() {
      await db.destroy();
      await database.drop();
    },
  };
}
