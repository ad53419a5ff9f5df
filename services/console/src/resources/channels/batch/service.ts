import { announce } from '@switchyard/db';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { type Refusal, refuse } from '../../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../logs/write.ts';
import { syncAbilities } from '../abilities.ts';
import { refuseKeyless, reviveKeys } from '../keys/repository.ts';
import { channelStatus } from '../repository.ts';

const noneSelected = 'Please select channels first.';

/** Deletes these channels and answers how many there were. */
export async function removeChannels(context: Context, actor: Actor, ids: number[]): Promise<number | Refusal> {
  if (ids.length === 0) return refuse(noneSelected);
  return remove(context, actor, 'id', ids);
}

/** Switches these channels on or off, and answers how many did not stand so already. */
export async function switchChannels(
  { db }: Context,
  actor: Actor,
  ids: number[],
  status: 1 | 2,
): Promise<number | Refusal> {
  if (ids.length === 0) return refuse(noneSelected);
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('channels')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .where('status', '!=', status)
      .forUpdate()
      .execute();
    if (rows.length === 0) return 0;
    const changed = rows.map(({ id }) => id);
    const keyless = status === channelStatus.on && (await refuseKeyless(trx, changed));
    if (keyless) return keyless;
    await trx
      .updateTable('channels')
      .set({ status, status_reason: '', status_changed_at: sql<Date>`now()` })
      .where('id', 'in', changed)
      .execute();
    if (status === channelStatus.on) await reviveKeys(trx, changed);
    await syncAbilities(trx, changed);
    await announce(trx, 'config');
    const what = status === channelStatus.on ? 'on' : 'off';
    const names = rows.map(({ id, name }) => `${name} (${id})`).join(', ');
    await writeLog(trx, logTypes.manage, actor, `Switched ${rows.length} channels ${what}: ${names}`);
    return rows.length;
  });
}

/** Deletes every channel that is switched off, by whomever, and answers how many there were. */
export function removeDisabledChannels(context: Context, actor: Actor): Promise<number> {
  return remove(context, actor, 'status', [channelStatus.off, channelStatus.offBySystem]);
}

/** Makes the abilities agree with the channels again, and answers how many did not. */
export async function fixAbilities({ db }: Context, actor: Actor): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const fixed = await syncAbilities(trx);
    if (fixed > 0) await announce(trx, 'config');
    await writeLog(trx, logTypes.manage, actor, `Fixed ${fixed} abilities of channels`);
    return fixed;
  });
}

async function remove({ db }: Context, actor: Actor, column: 'id' | 'status', values: number[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx.deleteFrom('channels').where(column, 'in', values).returning(['id', 'name']).execute();
    if (rows.length === 0) return 0;
    await announce(trx, 'config');
    const names = rows.map(({ id, name }) => `${name} (${id})`).join(', ');
    await writeLog(trx, logTypes.manage, actor, `Deleted ${rows.length} channels: ${names}`);
    return rows.length;
  });
}
