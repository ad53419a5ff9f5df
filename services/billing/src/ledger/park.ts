import type { Database } from '@switchyard/db';
import type { Logger } from '@switchyard/log';
import { sql } from 'kysely';
import { retry } from '../retry.ts';

/** Something that came as a usage event and cannot be settled. */
export interface DeadLetter {
  readonly line: string;
  readonly reason: string;
  readonly userId: number | null;
  /** The hold that it would settle, as far as it says so. */
  readonly holdId: string | null;
}

/** Keeps dead letters for administrators; the same text is kept once. */
export async function park(db: Database, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length === 0) return;
  // As arrays: a statement takes 65,535 values, and one message may have more lines than that.
  await sql`
    INSERT INTO dead_letters (subject, payload, reason, user_id, hold_id)
    SELECT 'usage.recorded', * FROM unnest(
      ${letters.map(({ line }) => line.replaceAll('\0', '\ufffd'))}::text[],
      ${letters.map(({ reason }) => shortened(reason))}::text[],
      ${letters.map(({ userId }) => userId)}::bigint[],
      ${letters.map(({ holdId }) => holdId)}::text[]
    )
    ON CONFLICT DO NOTHING
  `.execute(db);
}

/** A reason as it is kept. */
export function shortened(reason: string): string {
  return reason.slice(0, 500);
}

/** The same however long it takes; rejects only when `signal` fires. */
export async function parkWithRetries(
  db: Database,
  letters: readonly DeadLetter[],
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const warn = (error: unknown) => log.error({ error }, 'dead letters cannot be parked, trying again');
  await retry(() => park(db, letters), warn, signal);
}
