import { type Kysely, sql } from 'kysely';

/**
 * Sums of each key by day (UTC), kept by the database beside those by hour: who used the most in a time is found in them, where the hours of
 * all users are about as many as the log has rows. Hours are never deleted, so only what is added and changed counts.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE usage_daily (
      day      date NOT NULL,
      user_id  bigint NOT NULL,
      token_id bigint NOT NULL,
      requests bigint NOT NULL,
      quota    bigint NOT NULL,
      PRIMARY KEY (day, user_id, token_id)
    ) WITH (fillfactor = 70);

    CREATE FUNCTION add_daily_usage() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        ${addDays(sql`SELECT *, 1 AS sign FROM added`)};
      ELSE
        ${addDays(sql`SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed`)};
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER daily_usage_insert AFTER INSERT ON usage_hourly REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION add_daily_usage();
    CREATE TRIGGER daily_usage_update AFTER UPDATE ON usage_hourly
      REFERENCING NEW TABLE AS added OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION add_daily_usage();

    ${addDays(sql`SELECT *, 1 AS sign FROM usage_hourly`)};
  `.execute(db);
}

/** Rows are locked in the order of their keys. */
function addDays(changes: ReturnType<typeof sql>) {
  return sql`
    INSERT INTO usage_daily AS total (day, user_id, token_id, requests, quota)
    SELECT (hour AT TIME ZONE 'UTC')::date, user_id, token_id, sum(sign * requests), sum(sign * quota)
    FROM (${changes}) AS change
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, user_id, token_id) DO UPDATE
    SET requests = total.requests + excluded.requests, quota = total.quota + excluded.quota`;
}
