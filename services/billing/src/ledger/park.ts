import type { Database } from '@switchyard/db';
import type { Logger } from '@switchyard/log';
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
  await db
    .insertInto('dead_letters')
    .values(
      letters.map(({ line, reason, userId, holdId }) => ({
        subject: 'usage.recorded',
        payload: line.replaceAll('\0', '\ufffd'),
        reason: shortened(reason),
        user_id: userId,
        hold_id: holdId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
