import { SourceRow } from './row.ts';

/** A database of another gateway, read only. */
export interface Source {
  /** How this database writes names such as `group` and `key`, which are words of SQL. */
  quote(name: string): string;
  /** Of a table; none when there is no such table. */
  columns(table: string): Promise<ReadonlySet<string>>;
  /** `?` stands for a value. */
  query(statement: string, values?: readonly (number | string)[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

const rowsPerPage = 1_000;

/** A table in pages by rising id, from the row behind `after`; of the wanted columns those that this version of it has. */
export async function* pages(
  source: Source,
  table: string,
  wanted: readonly string[],
  after = 0,
): AsyncGenerator<SourceRow[]> {
  const columns = await source.columns(table);
  if (columns.size === 0) return;
  const list = wanted.filter((name) => columns.has(name)).map((name) => source.quote(name));
  const statement = `SELECT ${list.join(', ')} FROM ${table} WHERE id > ? ORDER BY id LIMIT ${rowsPerPage}`;
  for (let last = after; ; ) {
    const rows = (await source.query(statement, [last])).map((values) => new SourceRow(table, values));
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.integer('id');
  }
}

/** One row of figures. */
export async function figures(source: Source, statement: string): Promise<SourceRow> {
  const [values = {}] = await source.query(statement);
  return new SourceRow('sums', values);
}
