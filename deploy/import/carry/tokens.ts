import { Refusal, readAddresses } from '@switchyard/console/rows';
import { hashTokenKey, maskTokenKey, seal } from '@switchyard/crypto';
import { announce, type Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import type { Run } from '../run.ts';
import type { SourceRow } from '../source/row.ts';
import { carryTable } from './carry-table.ts';

const disabled = 2;

const columns = [
  ...['id', 'user_id', 'key', 'status', 'name', 'created_time', 'accessed_time', 'expired_time', 'remain_quota'],
  ...[
    'unlimited_quota',
    'model_limits_enabled',
    'model_limits',
    'models',
    'allow_ips',
    'subnet',
    'group',
    'deleted_at',
  ],
];

/** Keys, which go on working: clients hold `sk-` and what the column has. */
export function carryTokens(run: Run, users: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  return carryTable(run, { kind: 'token', table: 'tokens', columns }, async (trx, row) => {
    const userId = users.get(row.text('user_id'));
    const which = `${row.text('name')} (${row.integer('id')})`;
    if (userId === undefined) {
      run.findings.left('token', 'its user does not exist', which);
      return undefined;
    }
    const id = await addToken(trx, run, row, userId, which);
    if (id === undefined) run.findings.left('token', 'the same key is here already', which);
    return id;
  });
}

/** Undefined when somebody has the key here. */
async function addToken(
  trx: Transaction<Schema>,
  run: Run,
  row: SourceRow,
  userId: number,
  which: string,
): Promise<number | undefined> {
  const { keys } = run;
  const key = `sk-${row.text('key').replace(/^sk-/, '')}`;
  const models = [...row.list('model_limits'), ...row.list('models')];
  const addresses = readAddresses([row.text('allow_ips'), row.text('subnet')].join('\n'));
  // A key whose addresses cannot be read would be open to all.
  const isShut = addresses instanceof Refusal;
  if (isShut) run.findings.changed('keys switched off: their addresses cannot be read here', which);
  const inserted = await trx
    .insertInto('tokens')
    .values({
      user_id: userId,
      key_hash: hashTokenKey(keys.tokenPepper, key),
      key_mask: maskTokenKey(key),
      key_sealed: '',
      name: row.text('name'),
      // Expiry and quota are judged when a key is used.
      status: isShut || row.integer('status') === disabled ? disabled : 1,
      created_at: row.seconds('created_time') ?? new Date(),
      accessed_at: row.seconds('accessed_time'),
      expires_at: row.seconds('expired_time'),
      remain_quota: row.integer('remain_quota'),
      unlimited_quota: row.flag('unlimited_quota'),
      model_limits_enabled: row.flag('model_limits_enabled') || row.list('models').length > 0,
      model_limits: models,
      allow_ips: isShut ? [] : (addresses ?? []),
      group: groupOf(run, row, which),
      deleted_at: row.moment('deleted_at'),
    })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return undefined;
  const sealed = seal(keys.tokenCipher, key, { table: 'tokens', id: inserted.id, field: 'key' });
  await trx.updateTable('tokens').set({ key_sealed: sealed }).where('id', '=', inserted.id).execute();
  await announce(trx, 'token', inserted.id);
  return inserted.id;
}

/** A key that takes whatever group serves it takes that of its owner. */
function groupOf({ findings }: Run, row: SourceRow, which: string): string {
  const group = row.text('group');
  if (group !== 'auto') return group;
  findings.changed("keys of the group auto take their owner's group", which);
  return '';
}
