import { type Kysely, sql } from 'kysely';

/** What shows that a newcomer is somebody new. Addresses and identities move from user to user; this stays. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE proofs (
      -- SHA-256 of 'mail' and the canonical address, or of the provider and the subject, with a blank between them.
      proof_hash bytea PRIMARY KEY,
      -- Who showed it first.
      user_id    bigint NOT NULL REFERENCES users (id)
    );
    CREATE INDEX proofs_user ON proofs (user_id);
    INSERT INTO proofs (proof_hash, user_id)
    SELECT sha256(convert_to(proof, 'UTF8')), min(user_id) FROM (
      SELECT 'mail ' || email_canonical AS proof, id AS user_id FROM users WHERE email_canonical IS NOT NULL
      UNION ALL
      SELECT provider || ' ' || subject, user_id FROM identities
    ) AS shown GROUP BY proof;
  `.execute(db);
}
