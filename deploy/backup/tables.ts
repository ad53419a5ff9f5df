import type { ClientBase } from 'pg';

export interface Table {
  readonly name: string;
  /** Without those that Postgres computes. */
  readonly columns: readonly string[];
}

/** All tables of an installation, those first that others refer to. A partitioned one stands for its partitions. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    SELECT relname AS name,
           array(SELECT attname::text FROM pg_attribute
                 WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
           array(SELECT DISTINCT confrelid::regclass::text FROM pg_constraint
                 WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid) AS needs
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT LIKE 'kysely_%'
    ORDER BY relname`);
  const sorted: Table[] = [];
  const placed = new Set<string>();
  for (let left = rows; left.length > 0; left = left.filter(({ name }) => !placed.has(name))) {
    const ready = left.filter(({ needs }) => needs.every((name) => placed.has(name)));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of ready) {
      sorted.push({ name, columns });
      placed.add(name);
    }
  }
  return sorted;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
