import type { ClientBase } from 'pg';

/** All that migrations make and that no extension owns, as DROP names it. What hangs on a table goes with it. */
export async function listOwn(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT kind || ' IF EXISTS ' || name AS name
    FROM (
      SELECT 'TABLE' AS kind, oid::regclass::text AS name, oid, tableoid FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      UNION ALL
      SELECT 'VIEW', oid::regclass::text, oid, tableoid FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
      UNION ALL
      SELECT 'ROUTINE', oid::regprocedure::text, oid, tableoid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL
      SELECT 'TYPE', oid::regtype::text, oid, tableoid FROM pg_type
      WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
    ) AS own
    WHERE NOT EXISTS (SELECT FROM pg_depend WHERE classid = own.tableoid AND objid = own.oid AND deptype = 'e')`);
  return rows.map(({ name }) => name);
}

/** Drops all of it but what was there before. */
export async function dropOwn(client: ClientBase, before: ReadonlySet<string>): Promise<void> {
  await client.query('BEGIN');
  for (const name of await listOwn(client)) if (!before.has(name)) await client.query(`DROP ${name} CASCADE`);
  await client.query('COMMIT');
}
