import mysql from 'mysql2/promise';
import type { Source } from './source.ts';

/** MySQL or MariaDB. */
export async function openMysql(url: string): Promise<Source> {
  const connection = await mysql.createConnection({ uri: url, charset: 'utf8mb4', timezone: 'Z' });
  await connection.query('SET SESSION TRANSACTION READ ONLY');
  const query = async (statement: string, values: readonly (number | string)[] = []) => {
    const [rows] = await connection.query<mysql.RowDataPacket[]>(statement, [...values]);
    return rows;
  };
  return {
    quote: (name) => `\`${name}\``,
    columns: async (table) => {
      const rows = await query(
        'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = database() AND table_name = ?',
        [table],
      );
      return new Set(rows.map(({ name }) => String(name)));
    },
    query,
    close: () => connection.end(),
  };
}
