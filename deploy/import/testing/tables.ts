/** Of a database, what its columns are called. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql';

type Value = string | number | boolean | null;
export type Rows = readonly Readonly<Record<string, Value>>[];

/** Tables of another gateway with a few rows: columns by what the first row holds, some by their name. */
export type Tables = Readonly<Record<string, Rows>>;

export interface Statement {
  readonly text: string;
  readonly values: Value[];
}

/** What makes the tables and fills them. */
export function statementsFor(tables: Tables, dialect: Dialect): Statement[] {
  return Object.entries(tables).flatMap(([table, rows]) => {
    const [first = {}] = rows;
    const columns = Object.entries(first).map(
      ([name, value]) => `${quote(name, dialect)} ${typeOf(name, value, dialect)}`,
    );
    return [{ text: `CREATE TABLE ${table} (${columns.join(', ')})`, values: [] }, rowsStatement(table, rows, dialect)];
  });
}

/** One statement for several rows, all with the columns of the first. */
export function rowsStatement(table: string, rows: Rows, dialect: Dialect): Statement {
  const columns = Object.keys(rows[0] ?? {});
  const names = columns.map((name) => quote(name, dialect)).join(', ');
  let place = 0;
  const tuple = () => `(${columns.map(() => (dialect === 'postgres' ? `$${++place}` : '?')).join(', ')})`;
  return {
    text: `INSERT INTO ${table} (${names}) VALUES ${rows.map(tuple).join(', ')}`,
    values: rows.flatMap((row) => columns.map((name) => valueFor(row[name] ?? null, dialect))),
  };
}

function quote(name: string, dialect: Dialect): string {
  return dialect === 'mysql' ? `\`${name}\`` : `"${name}"`;
}

function typeOf(name: string, value: Value, dialect: Dialect): string {
  if (name === 'id') return dialect === 'sqlite' ? 'integer PRIMARY KEY' : 'bigint PRIMARY KEY';
  if (name === 'deleted_at') return { sqlite: 'datetime', postgres: 'timestamptz', mysql: 'datetime(3)' }[dialect];
  if (typeof value === 'boolean') return dialect === 'sqlite' ? 'numeric' : 'boolean';
  if (name === 'money' || name === 'balance') return 'double precision';
  return typeof value === 'number' ? 'bigint' : 'text';
}

function valueFor(value: Value, dialect: Dialect): Value {
  return dialect === 'sqlite' && typeof value === 'boolean' ? Number(value) : value;
}
