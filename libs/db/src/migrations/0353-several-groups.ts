import { type Kysely, sql } from 'kysely';

/**
 * Users are found by each of their groups, which are a list separated by commas. One that came from another gateway may have a
 * blank behind each.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE INDEX users_groups ON users USING gin (string_to_array(replace("group", ', ', ','), ','));
    DROP INDEX users_group;
  `.execute(db);
}
