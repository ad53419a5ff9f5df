import { hashCode, sealCode } from '@switchyard/console/rows';
import type { Schema } from '@switchyard/db';
import type { Insertable, Transaction } from 'kysely';
import { openingOf, postPast } from '../books.ts';
import { prefixOf, type Run } from '../run.ts';
import type { SourceRow } from '../source/row.ts';
import { carryTable } from './carry-table.ts';

const columns = [
  ...['id', 'user_id', 'key', 'status', 'name', 'quota', 'created_time', 'redeemed_time'],
  ...['used_user_id', 'expired_time', 'deleted_at'],
];
const status = { unused: 1, disabled: 2, used: 3 } as const;
const longestName = 20;

/** Redemption codes. Of those that were used the journal gets its row, where it is known whose they became. */
export function carryCodes(run: Run, users: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  return carryTable(run, { kind: 'code', table: 'redemptions', columns }, async (trx, row) => {
    const which = `${row.text('name')} (${row.integer('id')})`;
    const quota = row.integer('quota');
    if (quota <= 0 || row.text('key') === '') {
      run.findings.left('code', 'it is worth nothing', which);
      return undefined;
    }
    const userId = row.integer('status') === status.used ? users.get(row.text('used_user_id')) : undefined;
    const id = await addCode(trx, run, row, {
      ...usedBy(row, userId),
      quota,
      created_by: users.get(row.text('user_id')) ?? run.root.id,
    });
    if (id === undefined) run.findings.left('code', 'the same code is here already', which);
    else if (userId !== undefined) {
      await postPast(trx, openingOf(prefixOf(run), row.text('used_user_id')), {
        kind: 'redeem',
        reference: `code:${id}`,
        userId,
        amount: quota,
        at: row.seconds('redeemed_time') ?? new Date(),
        note: row.text('name'),
      });
    } else if (row.integer('status') === status.used) {
      run.findings.changed(
        'used codes of which nobody knows by whom: kept out of the list, and nobody can use them',
        which,
      );
    }
    return id;
  });
}

function usedBy(row: SourceRow, userId: number | undefined): Partial<Insertable<Schema['redemptions']>> {
  const deleted = row.moment('deleted_at');
  if (userId !== undefined) {
    return {
      status: status.used,
      used_user_id: userId,
      used_at: row.seconds('redeemed_time') ?? new Date(),
      deleted_at: deleted,
    };
  }
  const isUsed = row.integer('status') === status.used;
  return {
    status: row.integer('status') === status.unused ? status.unused : status.disabled,
    deleted_at: deleted ?? (isUsed ? new Date() : null),
  };
}

async function addCode(
  trx: Transaction<Schema>,
  { keys }: Run,
  row: SourceRow,
  values: Partial<Insertable<Schema['redemptions']>> & { readonly quota: number; readonly created_by: number },
): Promise<number | undefined> {
  const code = row.text('key');
  const inserted = await trx
    .insertInto('redemptions')
    .values({
      ...values,
      code_hash: hashCode(keys, code),
      code_sealed: sealCode(keys, code),
      name: [...(row.text('name') || 'code')].slice(0, longestName).join(''),
      created_at: row.seconds('created_time') ?? new Date(),
      expires_at: row.seconds('expired_time'),
    })
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}
