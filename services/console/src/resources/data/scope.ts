import { sql } from 'kysely';
import type { Period } from './period.ts';

/** Whose usage of which hours. */
export interface Scope extends Period {
  /** Undefined: everybody's. */
  readonly userIds: readonly number[] | undefined;
}

/** A scope as a condition on each of the hourly tables. */
export function within({ from, before, userIds }: Scope) {
  const owners = userIds ? sql`AND user_id = ANY(${[...userIds]}::bigint[])` : sql``;
  return sql`hour >= ${from} AND hour < ${before} ${owners}`;
}

/** Where the sums of a scope stand. Those over everybody are kept apart: by user they are about as many as the log has rows. */
export function usageOf({ userIds }: Scope) {
  return sql.table(userIds ? 'usage_hourly' : 'usage_totals');
}
