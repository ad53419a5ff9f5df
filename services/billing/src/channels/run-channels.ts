import type { ChannelRunKind } from '@switchyard/db';
import { sql } from 'kysely';
import { loop } from '../loop.ts';
import type { Running } from '../ports.ts';
import { nextChannel, type RunPorts, visit } from './visit.ts';

const pauseMs = 1_000;
const pauseAfterErrorMs = 10_000;
/** Longer than a visit: who holds a run that long has died. */
const hold = sql`interval '10 minutes'`;

interface Run {
  readonly id: number;
  readonly kind: ChannelRunKind;
  readonly last_channel_id: number;
}

/**
 * Works off runs over channels, one channel after another. Instances take turns; what a process leaves behind when it
 * ends is taken up by the next.
 */
export function runChannels(ports: RunPorts): Running {
  const warn = (error: unknown) => ports.log.warn({ error }, 'a run over channels cannot go on yet');
  return loop(async (signal) => {
    try {
      return (await takeStep(ports, signal)) ? 0 : pauseMs;
    } catch (error) {
      // Most often the relay is away: it need not be asked every second.
      if (!signal.aborted) warn(error);
      return pauseAfterErrorMs;
    }
  }, warn);
}

/** Visits the next channel of some run that nobody holds; false when there is none. */
export async function takeStep(ports: RunPorts, signal: AbortSignal): Promise<boolean> {
  const { db } = ports;
  const { rows } = await sql<Run>`
    UPDATE channel_runs SET held_until = now() + ${hold}
    WHERE id = (
      SELECT id FROM channel_runs WHERE finished_at IS NULL AND held_until <= now()
      ORDER BY held_until FOR UPDATE SKIP LOCKED LIMIT 1
    )
    RETURNING id, kind, last_channel_id`.execute(db);
  const [run] = rows;
  if (!run) return false;
  try {
    await goOn(ports, run, signal);
  } finally {
    await db.updateTable('channel_runs').set({ held_until: sql`now()` }).where('id', '=', run.id).execute();
  }
  return true;
}

async function goOn(ports: RunPorts, { id, kind, last_channel_id: lastId }: Run, signal: AbortSignal): Promise<void> {
  const { db } = ports;
  const channel = await nextChannel(ports, kind, lastId);
  if (!channel) {
    await db
      .updateTable('channel_runs')
      .set({ finished_at: sql`now()`, current_channel_id: null })
      .where('id', '=', id)
      .execute();
    // Only the newest of a kind is ever shown.
    await db.deleteFrom('channel_runs').where('kind', '=', kind).where('id', '<', id).execute();
    return;
  }
  await db.updateTable('channel_runs').set({ current_channel_id: channel.id }).where('id', '=', id).execute();
  const isWell = await visit({ ...ports, kind, signal }, channel);
  await db
    .updateTable('channel_runs')
    .set({
      last_channel_id: channel.id,
      done: sql`done + 1`,
      failed: sql`failed + ${isWell ? 0 : 1}`,
      // Channels may have come since it began.
      total: sql`greatest(total, done + 1)`,
    })
    .where('id', '=', id)
    .where('last_channel_id', '=', lastId)
    .execute();
}
