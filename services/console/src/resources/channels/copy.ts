import { announce } from '@switchyard/db';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import { syncAbilities } from './abilities.ts';
import { copyKeyStatus, insertKeys, ownKey, readKeys, readOwnKey } from './keys/repository.ts';
import { lockChannel, noChannel, updateChannel } from './repository.ts';

const suffix = '_copy';
const mostNameLength = 100;

/** A second channel with the same settings and keys, of which nothing was used yet. What was off stays off. */
export async function copyChannel(context: Context, actor: Actor, id: number): Promise<{ id: number } | Refusal> {
  return context.db.transaction().execute(async (trx) => {
    const channel = await lockChannel(trx, id);
    if (!channel) return refuse(noChannel);
    const name = channel.name.slice(0, mostNameLength - suffix.length) + suffix;
    const { rows } = await sql<{ id: number }>`
      INSERT INTO channels (type, name, key_sealed, key_mode, status, base_url, other, organization, models, groups,
        model_mapping, status_code_mapping, param_override, setting, priority, weight, tag, auto_ban, test_model,
        cost_ratio, max_input_tokens)
      SELECT type, ${name}, '', key_mode, least(status, 2), base_url, other, organization, models, groups,
        model_mapping, status_code_mapping, param_override, setting, priority, weight, tag, auto_ban, test_model,
        cost_ratio, max_input_tokens
      FROM channels WHERE id = ${id}
      RETURNING id`.execute(trx);
    const [copy] = rows as [{ id: number }];
    if (channel.key_mode === 'single') {
      await updateChannel(trx, copy.id, ownKey(context, copy.id, await readOwnKey(trx, context, id)));
    } else {
      await insertKeys(trx, context, copy.id, await readKeys(trx, context, id));
      await copyKeyStatus(trx, id, copy.id);
    }
    await syncAbilities(trx, [copy.id]);
    await announce(trx, 'config');
    await writeLog(trx, logTypes.manage, actor, `Copied channel ${channel.name} (${id}) to ${copy.id}`);
    return copy;
  });
}
