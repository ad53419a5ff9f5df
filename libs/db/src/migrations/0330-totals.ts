import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * Sums over everybody, kept by the database beside the sums by user: those are about as many as the log has rows, and
 * a chart of the whole installation would read them all. Hours are never deleted, so only what is added and changed
 * counts. Rows are locked in the order of their keys, after those of accounts, tokens and channels.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE usage_totals (
      hour              timestamptz NOT NULL,
      channel_id        bigint NOT NULL,
      model             text NOT NULL,
      "group"           text NOT NULL,
      requests          bigint NOT NULL,
      errors            bigint NOT NULL,
      quota             bigint NOT NULL,
      list_quota        bigint NOT NULL,
      prompt_tokens     bigint NOT NULL,
      completion_tokens bigint NOT NULL,
      cached_tokens     bigint NOT NULL,
      duration_ms       bigint NOT NULL,
      first_byte_ms     bigint NOT NULL,
      PRIMARY KEY (hour, channel_id, model, "group")
    ) WITH (fillfactor = 70);

    CREATE TABLE usage_latency_totals (
      hour        timestamptz NOT NULL,
      bucket      smallint NOT NULL,
      durations   bigint NOT NULL,
      first_bytes bigint NOT NULL,
      PRIMARY KEY (hour, bucket)
    ) WITH (fillfactor = 70);

    CREATE TABLE usage_latency_channels (
      hour        timestamptz NOT NULL,
      channel_id  bigint NOT NULL,
      bucket      smallint NOT NULL,
      durations   bigint NOT NULL,
      first_bytes bigint NOT NULL,
      PRIMARY KEY (hour, channel_id, bucket)
    ) WITH (fillfactor = 70);

    CREATE FUNCTION add_usage_totals() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        ${addUsage(sql`SELECT *, 1 AS sign FROM added`)};
      ELSE
        ${addUsage(sql`SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed`)};
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER usage_totals_insert AFTER INSERT ON usage_hourly REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION add_usage_totals();
    CREATE TRIGGER usage_totals_update AFTER UPDATE ON usage_hourly
      REFERENCING NEW TABLE AS added OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION add_usage_totals();

    CREATE FUNCTION add_latency_totals() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        ${addLatencies(sql`SELECT *, 1 AS sign FROM added`)};
      ELSE
        ${addLatencies(sql`SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed`)};
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER latency_totals_insert AFTER INSERT ON usage_latency REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION add_latency_totals();
    CREATE TRIGGER latency_totals_update AFTER UPDATE ON usage_latency
      REFERENCING NEW TABLE AS added OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION add_latency_totals();

    ${addUsage(sql`SELECT *, 1 AS sign FROM usage_hourly`)};
    ${addLatencies(sql`SELECT *, 1 AS sign FROM usage_latency`)};
  `.execute(db);
}

const usageSums = [
  'requests',
  'errors',
  'quota',
  'list_quota',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'duration_ms',
  'first_byte_ms',
];
const latencySums = ['durations', 'first_bytes'];

function addUsage(changes: RawBuilder<unknown>) {
  return add('usage_totals', ['hour', 'channel_id', 'model', 'group'], usageSums, changes);
}

function addLatencies(changes: RawBuilder<unknown>) {
  return sql`
    ${add('usage_latency_totals', ['hour', 'bucket'], latencySums, changes)};
    ${add('usage_latency_channels', ['hour', 'channel_id', 'bucket'], latencySums, changes)}`;
}

function add(table: string, keys: readonly string[], sums: readonly string[], changes: RawBuilder<unknown>) {
  const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
  const added = sums.map((column) => sql`sum(sign * ${sql.ref(column)})`);
  const raised = sums.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`total.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  );
  return sql`
    INSERT INTO ${sql.table(table)} AS total (${names([...keys, ...sums])})
    SELECT ${names(keys)}, ${sql.join(added)} FROM (${changes}) AS change
    GROUP BY ${names(keys)} ORDER BY ${names(keys)}
    ON CONFLICT (${names(keys)}) DO UPDATE SET ${sql.join(raised)}`;
}
