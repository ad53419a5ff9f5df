import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';

export async function orderExists(trx: Transaction<Schema>, id: number): Promise<boolean> {
  return (await trx.selectFrom('topup_orders').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
