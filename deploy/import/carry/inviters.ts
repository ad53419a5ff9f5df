import { sql } from 'kysely';
import type { Run } from '../run.ts';

/**
 * Who invited whom. Last, when all history is here: what was paid and spent before counts as covered, so that it does not earn
 * rebates again.
 */
export async function carryInviters(run: Run, users: ReadonlyMap<string, number>): Promise<void> {
  const rows = await run.source.query('SELECT id, inviter_id FROM users WHERE inviter_id > 0 ORDER BY id');
  const invitees: number[] = [];
  const inviters: number[] = [];
  for (const row of rows) {
    const invitee = users.get(String(row.id));
    const inviter = users.get(String(row.inviter_id));
    if (invitee === undefined || inviter === undefined || invitee === inviter || invitee === run.root.id) continue;
    invitees.push(invitee);
    inviters.push(inviter);
  }
  const pairs = sql`unnest(${invitees}::bigint[], ${inviters}::bigint[]) AS pair (invitee, inviter)`;
  await run.transact(async (trx) => {
    await sql`
      UPDATE users
      SET inviter_id = pair.inviter, rebate_seen_at = now(),
          rebated_spending = greatest(0, least(paid, used - greatest(0, given)))
      FROM ${pairs}, LATERAL (
        SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('topup', 'payback')), 0) AS paid,
               coalesce(sum(amount) FILTER (WHERE kind NOT IN ('topup', 'payback', 'consume', 'refund')), 0) AS given,
               -coalesce(sum(amount) FILTER (WHERE kind IN ('consume', 'refund')), 0) AS used
        FROM journal WHERE user_id = pair.invitee
      ) AS credit
      WHERE users.id = pair.invitee AND users.inviter_id IS NULL`.execute(trx);
    await sql`
      UPDATE users SET aff_count = greatest(aff_count, invitees)
      FROM (SELECT inviter, count(*) AS invitees FROM ${pairs} GROUP BY inviter) AS sums
      WHERE users.id = sums.inviter`.execute(trx);
  });
}
