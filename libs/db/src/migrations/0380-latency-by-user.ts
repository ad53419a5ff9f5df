import { type Kysely, sql } from 'kysely';

/**
 * Times are counted by user and by channel, no longer by each channel of each user: with many of both that was nearly a row for each charge.
 * `usage_latency` goes on with one row for all channels of a user, whose `channel_id` is 0, and billing adds to the sums by channel and over
 * all itself. What the release before counts while a deploy lasts is missing in those two.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    DROP TRIGGER latency_totals_insert ON usage_latency;
    DROP TRIGGER latency_totals_update ON usage_latency;
    DROP FUNCTION add_latency_totals();
    ALTER TABLE usage_latency ALTER COLUMN channel_id SET DEFAULT 0;
  `.execute(db);
  // Rows change many times within their hour: on a page with room the indexes need not know.
  await sql`
    ALTER TABLE usage_hourly SET (fillfactor = 50);
    ALTER TABLE usage_latency SET (fillfactor = 50);
  `.execute(db);
}
