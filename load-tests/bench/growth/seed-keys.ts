import { generateTokenKey, hashTokenKey, type Keys } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { Size } from './sizes.ts';

/** Twenty thousand dollars, for each user and each key: no request waits for money, yet all are held and charged. */
const quota = 1e10;
const rowsAtOnce = 10_000;
/** Who calls, whatever the size: ten keys of each of ten users. */
const activeUsers = 10;
const hashBytes = 32;

/** Users with a balance, and their keys, equally many of each: key n is that of user (n − 1) % users + 1. Answers the keys in this order. */
export async function seedKeys(db: Database, { tokenPepper }: Keys, { users, keys }: Size): Promise<string[]> {
  await sql`
    INSERT INTO users (username) SELECT 'user' || n FROM generate_series(1, ${users}::int) AS n
  `.execute(db);
  await sql`INSERT INTO accounts (user_id, balance, changed_at) SELECT id, ${quota}, now() - interval '2 days' FROM users`.execute(
    db,
  );
  await sql`
    INSERT INTO journal (kind, reference, user_id, amount) SELECT 'gift', 'seed-' || id, id, ${quota} FROM users
  `.execute(db);
  const texts: string[] = [];
  while (texts.length < keys) {
    const more = Array.from({ length: Math.min(rowsAtOnce, keys - texts.length) }, generateTokenKey);
    const hashes = Buffer.concat(more.map((key) => hashTokenKey(tokenPepper, key)));
    // One value for all hashes: an array of as many takes longer to write and to read than the rows.
    await sql`
      INSERT INTO tokens (user_id, key_hash, key_sealed, key_mask, name, remain_quota)
      SELECT (${texts.length}::int + n) % ${users}::int + 1, substr(${hashes}::bytea, n * ${hashBytes}::int + 1, ${hashBytes}), '',
             'sk-…', 'key ' || ${texts.length}::int + n + 1, ${quota}
      FROM generate_series(0, ${more.length - 1}::int) AS n
    `.execute(db);
    texts.push(...more);
  }
  return texts;
}

/** Spread over all. */
export function activeUserIds({ users }: Size): number[] {
  return Array.from({ length: activeUsers }, (_, index) => (index * users) / activeUsers + 1);
}

/** The keys of those users, ten of each. */
export function activeOf(texts: readonly string[], size: Size): string[] {
  const turns = Array.from({ length: size.keys / size.users }, (_, turn) => turn * size.users);
  return activeUserIds(size).flatMap((id) => turns.map((turn) => texts[turn + id - 1] as string));
}
