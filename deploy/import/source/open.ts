import { existsSync } from 'node:fs';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import type { Source } from './source.ts';
import { openSqlite } from './sqlite.ts';

/** Opens the database of another gateway by its address, or by the path of its SQLite file. */
export async function openSource(address: string): Promise<Source> {
  if (/^postgres(ql)?:\/\//.test(address)) return openPostgres(address);
  if (/^(mysql|mariadb):\/\//.test(address)) return openMysql(address.replace(/^mariadb:/, 'mysql:'));
  const path = address.replace(/^sqlite:(\/\/)?/, '');
  if (existsSync(path)) return openSqlite(path);
  throw new Error(
    'The source must be mysql://user:password@host/name, postgres://user:password@host/name or the path of an SQLite file. ' +
      'A DSN such as user:password@tcp(host:3306)/name is written mysql://user:password@host:3306/name.',
  );
}
