import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';

/**
 * Makes the abilities say which group reaches which model through these channels (or through all), and answers how many
 * were missing, superfluous or different.
 */
export async function syncAbilities(trx: Transaction<Schema>, channelIds?: readonly number[]): Promise<number> {
  const isMeant = channelIds ? sql`= ANY (${channelIds}::bigint[])` : sql`IS NOT NULL`;
  const removed = await sql`
    DELETE FROM abilities
    WHERE channel_id ${isMeant} AND NOT EXISTS (
      SELECT 1 FROM channels
      WHERE id = channel_id AND abilities."group" = ANY (groups) AND abilities.model = ANY (models)
    )`.execute(trx);
  const written = await sql`
    INSERT INTO abilities ("group", model, channel_id, enabled, priority, weight)
    SELECT DISTINCT member, model, channels.id, status = 1, priority, weight
    FROM channels, unnest(groups) AS member, unnest(models) AS model
    WHERE channels.id ${isMeant}
    ON CONFLICT ("group", model, channel_id) DO UPDATE
    SET enabled = excluded.enabled, priority = excluded.priority, weight = excluded.weight
    WHERE (abilities.enabled, abilities.priority, abilities.weight)
      IS DISTINCT FROM (excluded.enabled, excluded.priority, excluded.weight)`.execute(trx);
  return Number(removed.numAffectedRows) + Number(written.numAffectedRows);
}
