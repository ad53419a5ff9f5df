import { DatabaseSync } from 'node:sqlite';
import type { Source } from './source.ts';

/** The file of a gateway that runs without a database server. */
export function openSqlite(path: string): Source {
  const db = new DatabaseSync(path, { readOnly: true });
  return {
    quote: (name) => `"${name}"`,
    columns: async (table) => {
      const rows = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
      return new Set(rows.map(({ name }) => String(name)));
    },
    query: async (statement, values = []) => db.prepare(statement).all(...values),
    close: async () => db.close(),
  };
}
