import { type Kysely, sql } from 'kysely';

/**
 * What administrators did, for good: an audit log that only grows, the history of settings, reviewed price imports, and
 * the cleanings of the usage log.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE audit_log (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      actor_id   bigint NOT NULL,
      actor      text NOT NULL,
      ip         text NOT NULL,
      request_id text NOT NULL,
      content    text NOT NULL
    );
    CREATE INDEX audit_log_actor ON audit_log (lower(actor), id DESC);

    -- One link per entry, in the order of their commits; each hash covers its entry and the hash before.
    CREATE TABLE audit_chain (
      position bigint PRIMARY KEY,
      entry_id bigint NOT NULL UNIQUE REFERENCES audit_log (id),
      hash     bytea NOT NULL
    );

    CREATE FUNCTION audit_hash(previous bytea, entry audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
      SELECT sha256(previous || convert_to(jsonb_build_array(
        entry.id, to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        entry.actor_id, entry.actor, entry.ip, entry.request_id, entry.content)::text, 'UTF8'))
    $$;

    -- At the commit, so that the lock which makes links wait for each other is held for a moment and waits for nothing.
    CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE last audit_chain;
    BEGIN
      PERFORM pg_advisory_xact_lock(4170221904);
      SELECT * INTO last FROM audit_chain ORDER BY position DESC LIMIT 1;
      INSERT INTO audit_chain
      VALUES (coalesce(last.position, 0) + 1, NEW.id, audit_hash(coalesce(last.hash, ''), NEW));
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER audit_log_chain AFTER INSERT ON audit_log
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

    CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% only grows: no % here', TG_TABLE_NAME, TG_OP;
    END $$;
    CREATE TRIGGER audit_log_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
    CREATE TRIGGER audit_chain_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

    -- Values are NULL where they are secret. Of prices they are the stored cards by model, null where none is stored.
    CREATE TABLE option_history (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key        text NOT NULL,
      old_value  text,
      new_value  text,
      actor      text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX option_history_key ON option_history (key, id DESC);

    -- Cards as an administrator saw them in a comparison, until they apply them.
    CREATE TABLE price_imports (
      digest     text PRIMARY KEY,
      cards      jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE log_cleanings (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      target      timestamptz NOT NULL,
      actor       text NOT NULL,
      found       bigint NOT NULL,
      deleted     bigint NOT NULL DEFAULT 0,
      created_at  timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz
    );
    CREATE UNIQUE INDEX log_cleanings_open ON log_cleanings ((true)) WHERE finished_at IS NULL;
  `.execute(db);
}
