import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { channelColumns, enabled } from './read-channel.ts';

/**
 * A text that changes with any row that a snapshot is made of, whoever changed it: sums of 64-bit hashes. To send ten thousand channels and
 * read them takes a relay many times as long. What requests change in the row of a channel is no part of it.
 */
export async function readStoredVersion(trx: Transaction<Schema>): Promise<string> {
  const columns = sql.join(channelColumns.map((column) => sql.ref(column)));
  const { rows } = await sql<{ version: string }>`
    SELECT concat_ws(' ',
      (SELECT sum(hashtextextended(ROW(key, value)::text, 0)) FROM options),
      (SELECT sum(hashtextextended(ROW(model, card)::text, 0)) FROM price_cards),
      (SELECT sum(hashtextextended(ROW(${columns})::text, 0)) FROM channels WHERE status = ${enabled}),
      (SELECT sum(hashtextextended(ROW(id, channel_id, key_sealed)::text, 0)) FROM channel_keys WHERE status = ${enabled}),
      (SELECT sum(hashtextextended(abilities::text, 0)) FROM abilities WHERE enabled)
    ) AS version`.execute(trx);
  return rows[0]?.version ?? '';
}
