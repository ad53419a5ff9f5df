import { announce } from '@switchyard/db';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { Refusal, refuse } from '../../../http/answer.ts';
import { omitUndefined } from '../../../omit-undefined.ts';
import { type Actor, logTypes, writeLog } from '../../logs/write.ts';
import { syncAbilities } from '../abilities.ts';
import { readChannelFields } from '../fields.ts';
import { refuseKeyless, reviveKeys } from '../keys/repository.ts';
import type { ChannelValues } from '../repository.ts';
import type { BatchTag, TagChange } from './schema.ts';

/** Gives all channels of a tag the same values, and answers how many those are. */
export async function changeTag(context: Context, actor: Actor, input: TagChange): Promise<number | Refusal> {
  const sent = omitUndefined({
    tag: input.new_tag === undefined ? undefined : (input.new_tag ?? ''),
    model_mapping: input.model_mapping?.trim() || undefined,
    models: listed(input.models),
    group: listed(input.groups),
    priority: input.priority,
    weight: input.weight,
  });
  if (Object.keys(sent).length === 0) return refuse('There is no modification.');
  const fields = await readChannelFields(context, sent);
  if (fields instanceof Refusal) return fields;
  return overwrite(context, actor, input.tag, fields, `Changed tag ${input.tag}: ${Object.keys(sent).join(', ')}`);
}

/** Switches all channels of a tag on or off, and answers how many those are. */
export function switchTag(context: Context, actor: Actor, tag: string, status: 1 | 2): Promise<number | Refusal> {
  const change = { status, status_reason: '', status_changed_at: sql<Date>`now()` };
  return overwrite(context, actor, tag, change, `Switched tag ${tag} ${status === 1 ? 'on' : 'off'}`);
}

/** Puts channels under a tag, or takes them out of theirs, and answers how many. */
export async function tagChannels({ db }: Context, actor: Actor, { ids, tag }: BatchTag): Promise<number | Refusal> {
  if (ids.length === 0) return refuse('Please select channels first.');
  const name = tag?.trim() || null;
  return db.transaction().execute(async (trx) => {
    const rows = await trx.updateTable('channels').set({ tag: name }).where('id', 'in', ids).returning('id').execute();
    const found = rows.map(({ id }) => id).sort((a, b) => a - b);
    await writeLog(trx, logTypes.manage, actor, `Set tag ${name ?? '(none)'} on channels ${found.join(', ')}`);
    return found.length;
  });
}

async function overwrite({ db }: Context, actor: Actor, tag: string, values: ChannelValues, log: string) {
  return db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom('channels').select('id').where('tag', '=', tag).forUpdate().execute();
    if (rows.length === 0) return refuse(`No channel has the tag ${tag}.`);
    const ids = rows.map(({ id }) => id);
    const keyless = values.status === 1 && (await refuseKeyless(trx, ids));
    if (keyless) return keyless;
    await trx.updateTable('channels').set(values).where('id', 'in', ids).execute();
    if (values.status === 1) await reviveKeys(trx, ids);
    await syncAbilities(trx, ids);
    await announce(trx, 'config');
    await writeLog(trx, logTypes.manage, actor, `${log} (${ids.length} channels)`);
    return ids.length;
  });
}

/** Names separated by commas; undefined when there are none. */
function listed(names: string | readonly string[] | null | undefined): string | undefined {
  const text = typeof names === 'string' ? names : (names ?? []).join(',');
  return text.trim() || undefined;
}
