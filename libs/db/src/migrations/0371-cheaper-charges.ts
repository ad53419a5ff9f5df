import { type Kysely, sql } from 'kysely';

/**
 * What a charge costs Postgres: whose journal rows they are is looked up once per statement instead of once per row, what explains a row
 * of the log is stored as it was sent, and a day of the log gets the indexes for searches when it is over.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await keepOwners(db);
  await leaveSearchesToBilling(db);
  await keepJsonAsSent(db);
}

/** A foreign key without its price: the accounts of all rows are found, and held until the commit, by one query. */
async function keepOwners(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE FUNCTION require_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      owners bigint[] := ARRAY(SELECT DISTINCT user_id FROM written);
      found bigint[];
    BEGIN
      -- The lock of a foreign key: who deletes an account waits for us and then sees our rows.
      found := ARRAY(SELECT user_id FROM accounts WHERE user_id = ANY (owners) ORDER BY user_id FOR KEY SHARE);
      IF cardinality(found) < cardinality(owners) THEN
        RAISE foreign_key_violation USING
          MESSAGE = 'a row of the journal belongs to no account',
          DETAIL = format('Users without an account: %s.', ARRAY(SELECT unnest(owners) EXCEPT SELECT unnest(found))),
          TABLE = 'journal', CONSTRAINT = 'journal_user_id_fkey';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER journal_owners_insert AFTER INSERT ON journal REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION require_accounts();
    CREATE TRIGGER journal_owners_update AFTER UPDATE ON journal REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION require_accounts();

    CREATE FUNCTION keep_journaled_account() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM journal WHERE user_id = OLD.user_id) THEN
        RAISE foreign_key_violation USING
          MESSAGE = format('the journal names the account of user %s', OLD.user_id),
          TABLE = 'journal', CONSTRAINT = 'journal_user_id_fkey';
      END IF;
      RETURN NULL;
    END $$;
    -- After it: the row is locked then, and whoever wrote to the journal before that has committed.
    CREATE TRIGGER accounts_journaled_delete AFTER DELETE ON accounts
      FOR EACH ROW EXECUTE FUNCTION keep_journaled_account();
    CREATE TRIGGER accounts_journaled_update AFTER UPDATE OF user_id ON accounts
      FOR EACH ROW WHEN (OLD.user_id <> NEW.user_id) EXECUTE FUNCTION keep_journaled_account();

    ALTER TABLE journal DROP CONSTRAINT journal_user_id_fkey;
  `.execute(db);
}

/**
 * Billing makes them for each day that is over, also for those that lose them here (indexLog). Rows above a least quota were found by two
 * indexes, of which one is enough.
 */
async function leaveSearchesToBilling(db: Kysely<never>): Promise<void> {
  await sql`DROP INDEX usage_log_model, usage_log_group, usage_log_quota, usage_log_dear`.execute(db);
}

/**
 * Nothing in Postgres looks into these documents, so they are checked and not taken apart. This writes the whole log again, and nobody reads or
 * writes it meanwhile.
 */
async function keepJsonAsSent(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE usage_log ALTER COLUMN other DROP DEFAULT, ALTER COLUMN other TYPE json, ALTER COLUMN other SET DEFAULT '{}'
  `.execute(db);
}
