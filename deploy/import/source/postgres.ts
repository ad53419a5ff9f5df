import pg from 'pg';
import type { Source } from './source.ts';

export async function openPostgres(url: string): Promise<Source> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'switchyard-import',
    options: '-c default_transaction_read_only=on',
  });
  await client.connect();
  const query = async (statement: string, values: readonly (number | string)[] = []) => {
    let index = 0;
    const { rows } = await client.query<Record<string, unknown>>(
      statement.replace(/\?/g, () => `$${++index}`),
      [...values],
    );
    return rows;
  };
  return {
    quote: (name) => `"${name}"`,
    columns: async (table) => {
      const rows = await query(
        'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?',
        [table],
      );
      return new Set(rows.map(({ name }) => String(name)));
    },
    query,
    close: () => client.end(),
  };
}
