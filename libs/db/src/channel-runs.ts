import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { ChannelRunKind, Schema } from './schema.ts';

const enabled = 1;
const offBySystem = 3;

/**
 * The channels that a run visits: those that are on or that the system switched off, for a test, and of those the ones
 * with one account for balances; for a recovery those that the system switched off, or a key of them, unless their
 * balance is used up.
 */
export function channelsOfRun(db: Kysely<Schema>, kind: ChannelRunKind) {
  const query = db.selectFrom('channels');
  if (kind === 'recovery') {
    return query
      .where((on) => on.or([on('status', '=', offBySystem), hasKeyOff(on)]))
      .where((on) => on.or([on('balance_updated_at', 'is', null), on('balance', '>', 0)]));
  }
  const visited = query.where('status', 'in', [enabled, offBySystem]);
  return kind === 'balance' ? visited.where('key_mode', '=', 'single') : visited;
}

function hasKeyOff(on: ExpressionBuilder<Schema, 'channels'>) {
  const keys = on
    .selectFrom('channel_keys')
    .select('channel_keys.id')
    .whereRef('channel_keys.channel_id', '=', 'channels.id')
    .where('channel_keys.status', '=', offBySystem);
  return on.and([on('channels.status', '=', enabled), on.exists(keys)]);
}

/**
 * Begins a run over channels, which billing works off. Answers how many channels it will visit; undefined when one of
 * its kind is under way, 0 (and none begins) when there is nothing to visit.
 */
export async function startChannelRun(db: Kysely<Schema>, kind: ChannelRunKind): Promise<number | undefined> {
  const { total } = await channelsOfRun(db, kind)
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total === 0) return 0;
  const { rows } = await sql`
    INSERT INTO channel_runs (kind, total) VALUES (${kind}, ${total})
    ON CONFLICT (kind) WHERE finished_at IS NULL DO NOTHING
    RETURNING id`.execute(db);
  return rows.length === 0 ? undefined : total;
}
