/** A row of another gateway, read field by field: databases disagree about numbers, booleans and times. Absent is empty. */
export class SourceRow {
  readonly #table: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(table: string, values: Readonly<Record<string, unknown>>) {
    this.#table = table;
    this.#values = values;
  }

  /** Without what Postgres cannot store and without the spaces to which fixed columns are filled up. */
  text(name: string): string {
    return storable(String(this.#values[name] ?? '')).trimEnd();
  }

  integer(name: string): number {
    const value = Number(this.#values[name] ?? 0);
    if (Number.isSafeInteger(value)) return value;
    throw new Error(`${this.#table}.${name} of row ${String(this.#values.id)} is not a whole number: ${value}`);
  }

  number(name: string): number {
    const value = Number(this.#values[name] ?? 0);
    if (Number.isFinite(value)) return value;
    throw new Error(`${this.#table}.${name} of row ${String(this.#values.id)} is not a number`);
  }

  flag(name: string): boolean {
    const value = this.#values[name];
    return value === true || value === 1 || value === 1n || value === '1' || value === 'true';
  }

  /** Unix seconds; 0 and below, and years that no clock shows, mean never. */
  seconds(name: string): Date | null {
    const value = this.integer(name);
    return value > 0 && value < 100_000_000_000 ? new Date(value * 1000) : null;
  }

  /** A column with a time of the database's own. */
  moment(name: string): Date | null {
    const value = this.#values[name];
    if (value === null || value === undefined) return null;
    const time = value instanceof Date ? value : new Date(String(value));
    return Number.isNaN(time.getTime()) ? new Date() : time;
  }

  /** A column of JSON text, when it holds an object. */
  object(name: string): Record<string, unknown> {
    const value = this.#values[name];
    try {
      const parsed: unknown = typeof value === 'string' ? JSON.parse(value, readText) : value;
      return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {};
    } catch {
      return {};
    }
  }

  /** Names between commas. */
  list(name: string): string[] {
    const parts = this.text(name)
      .split(',')
      .map((part) => part.trim());
    return [...new Set(parts.filter(Boolean))];
  }
}

function readText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
