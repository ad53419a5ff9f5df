import { type Kysely, sql } from 'kysely';
import type { ChannelRunKind, Schema } from './schema.ts';

/** Statuses of the channels that a run visits: 1 enabled, 3 switched off by the system. */
export const channelRunStatuses: Readonly<Record<ChannelRunKind, readonly number[]>> = {
  test: [1, 3],
  recovery: [3],
  balance: [1],
};

/**
 * Begins a run over channels, which billing works off. Answers how many channels it will visit; undefined when one of
 * its kind is under way, 0 (and none begins) when there is nothing to visit.
 */
export async function startChannelRun(db: Kysely<Schema>, kind: ChannelRunKind): Promise<number | undefined> {
  const { total } = await db
    .selectFrom('channels')
    .select((on) => on.fn.countAll<number>().as('total'))
    .where('status', 'in', channelRunStatuses[kind])
    .executeTakeFirstOrThrow();
  if (total === 0) return 0;
  const { rows } = await sql`
    INSERT INTO channel_runs (kind, total) VALUES (${kind}, ${total})
    ON CONFLICT (kind) WHERE finished_at IS NULL DO NOTHING
    RETURNING id`.execute(db);
  return rows.length === 0 ? undefined : total;
}
