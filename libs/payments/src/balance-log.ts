import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';

const types = { topUp: 1, manage: 3 } as const;

export interface BalanceChange {
  readonly userId: number;
  readonly type: keyof typeof types;
  /** Below zero when it was taken away. */
  readonly quota: number;
  /** For people. */
  readonly content: string;
}

/** A row of the user's history, in the transaction of what changes the balance. Changes no balance itself. */
export async function writeBalanceLog(trx: Transaction<Schema>, change: BalanceChange): Promise<void> {
  const { userId, type, quota, content } = change;
  await trx
    .insertInto('usage_log')
    .columns(['created_at', 'type', 'user_id', 'username', 'quota', 'content'])
    .expression((select) =>
      select
        .selectFrom('users')
        .select([
          sql`now()`.as('created_at'),
          sql`${types[type]}::smallint`.as('type'),
          'id as user_id',
          'username',
          sql`${quota}::bigint`.as('quota'),
          sql`${content}::text`.as('content'),
        ])
        .where('id', '=', userId),
    )
    .execute();
}
