import { type Keys, seal } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import { seedPrice } from '@switchyard/testing';
import { sql } from 'kysely';
import type { Size } from './sizes.ts';

/** Models of an installation beside the one that is asked for, and how many of them a channel serves. */
const others = 100;
const othersEach = 9;
/** One channel in so many only steps in, one in so many serves the group `vip` as well. */
const reserves = 10;
const favoured = 5;

/**
 * Accounts at one host, as a reseller has them: all serve the model that is asked for, so that routing has to choose among all of them, and
 * nine of a hundred others; they have weights, a tenth is in a tier below.
 */
export async function seedChannels(
  db: Database,
  keys: Keys,
  { channels }: Pick<Size, 'channels'>,
  host: { readonly url: string; readonly model: string },
): Promise<void> {
  await sql`
    INSERT INTO channels (type, name, key_sealed, base_url, models, groups, priority, weight)
    SELECT 1, 'account ' || n, '', ${host.url},
           array_prepend(${host.model}, ARRAY(SELECT 'model-' || (n * ${othersEach} + m) % ${others} FROM generate_series(1, ${othersEach}) AS m)),
           CASE n % ${favoured} WHEN 0 THEN ARRAY['default', 'vip'] ELSE ARRAY['default'] END,
           CASE n % ${reserves} WHEN 0 THEN -1 ELSE 0 END, n % 7 + 1
    FROM generate_series(1, ${channels}::int) AS n
  `.execute(db);
  const rows = await db.selectFrom('channels').select('id').execute();
  const sealed = rows.map(({ id }) =>
    seal(keys.channelKey, `sk-upstream-${id}`, { table: 'channels', id, field: 'key' }),
  );
  await sql`
    UPDATE channels SET key_sealed = sealed
    FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${sealed}::text[]) AS given (id, sealed) WHERE channels.id = given.id
  `.execute(db);
  await sql`
    INSERT INTO abilities ("group", model, channel_id, enabled, priority, weight)
    SELECT of_group, of_model, id, true, priority, weight
    FROM channels CROSS JOIN unnest(groups) AS of_group CROSS JOIN unnest(models) AS of_model
  `.execute(db);
  for (const model of [host.model, ...Array.from({ length: others }, (_, index) => `model-${index}`)]) {
    await seedPrice(db, model, { input: '2', output: '8' });
  }
}
