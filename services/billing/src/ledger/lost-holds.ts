import type { HoldState } from '@switchyard/kv';
import { readWallets } from '../audit/read-wallets.ts';
import type { Ports } from '../ports.ts';
import { holdsOfLetters } from './holds-of-letters.ts';

export interface LostHold extends HoldState {
  readonly userId: number;
}

export interface Loss {
  /** The hold ended at least so long ago. */
  readonly endedMs: number;
  /** The same for dead letters that name it. */
  readonly dismissedMs: number;
  /** Relays that run. */
  readonly running: readonly string[];
}

/**
 * Holds of the users for which more was spent than journaled, and that nobody will settle. Not those of a relay that runs, as their ids begin
 * with its own: their charges may lie in its spool. Nor those that a dead letter would settle, until it is dismissed: that decides about the
 * hold, whether its relay runs or not.
 */
export async function lostHolds(
  { db, kv }: Pick<Ports, 'db' | 'kv'>,
  userIds: readonly number[],
  { endedMs, dismissedMs, running }: Loss,
): Promise<LostHold[]> {
  const now = Date.now();
  const unsettled = [...(await readWallets(kv, userIds))].flatMap(([userId, { holds }]) =>
    holds
      .filter(({ closed, total, journaled }) => closed && total > journaled)
      .filter(({ expiresAt }) => expiresAt <= now - endedMs)
      .map((hold) => ({ userId, ...hold })),
  );
  const holdIds = unsettled.map(({ id }) => id);
  const letters = await holdsOfLetters(db, holdIds);
  return unsettled.filter(({ id }) => {
    const dismissedAt = letters.get(id);
    if (dismissedAt === undefined) return !running.some((relay) => id.startsWith(`${relay}.`));
    return dismissedAt !== null && dismissedAt.getTime() <= now - dismissedMs;
  });
}
