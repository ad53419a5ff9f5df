import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

/** How many charges the journal has. Throws when all balances together are not the sum of it. */
export async function countCharges(db: Database): Promise<number> {
  // One statement, for both sums must be of one moment.
  const { rows } = await sql<{ charges: number; journal: number; balances: number }>`
    SELECT count(*) FILTER (WHERE kind = 'consume' AND amount < 0) AS charges, sum(amount) AS journal,
           (SELECT sum(balance) FROM accounts) AS balances
    FROM journal
  `.execute(db);
  const { charges = 0, journal, balances } = rows[0] ?? {};
  if (journal !== balances) throw new Error(`The balances are ${balances} together, the journal says ${journal}.`);
  return charges;
}
