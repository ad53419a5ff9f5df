import { sql } from 'kysely';
import { applyFigures, readFigures } from './ledger/figures.ts';
import { loop } from './loop.ts';
import type { Ports, Running } from './ports.ts';

const rowsPerBatch = 100;
const pauseMs = 200;

/**
 * Publishes what other transactions announced. A row is deleted in the transaction that took it, after wallet and bus
 * have heard: a crash in between repeats the notice and loses none. Instances skip each other's rows.
 */
export function runOutbox(ports: Ports): Running {
  return loop(
    async () => ((await publishBatch(ports)) === rowsPerBatch ? 0 : pauseMs),
    (error) => ports.log.error({ error }, 'announced changes cannot be published, trying again'),
  );
}

/** Publishes the oldest rows that nobody else works on, and answers how many there were. */
export async function publishBatch({ db, kv, bus }: Ports): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ subject: string; payload: string }>`
      WITH taken AS (
        DELETE FROM outbox
        WHERE id IN (SELECT id FROM outbox ORDER BY id FOR UPDATE SKIP LOCKED LIMIT ${rowsPerBatch})
        RETURNING id, subject, payload
      )
      SELECT subject, payload FROM taken ORDER BY id
    `.execute(trx);
    if (rows.length === 0) return 0;
    const tokenIds = idsOf(rows, 'token');
    const owners = await sql<{ user_id: number }>`
      SELECT user_id FROM tokens WHERE id = ANY(${tokenIds}::bigint[])
    `.execute(trx);
    const userIds = [...idsOf(rows, 'user'), ...owners.rows.map((token) => token.user_id)];
    await applyFigures(kv, await readFigures(trx, { userIds, tokenIds }));
    // A notice makes relays look again, so it comes after the wallet; the same notice twice in a batch is said once.
    const notices = new Map(rows.map((row) => [`${row.subject} ${row.payload}`, row]));
    for (const { subject, payload } of notices.values()) await bus.notify(subject, payload);
    return rows.length;
  });
}

function idsOf(rows: readonly { subject: string }[], what: 'user' | 'token'): number[] {
  const pattern = new RegExp(`^${what}\\.changed\\.(\\d+)$`);
  return rows.flatMap(({ subject }) => pattern.exec(subject)?.[1] ?? []).map(Number);
}
