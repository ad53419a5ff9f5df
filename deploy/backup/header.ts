import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** The first line of a back-up: what it is, and when. */
export const Header = Type.Object({
  switchyard: Type.Literal('back-up 1'),
  /** Everything that was committed by then is in it. */
  takenAt: Type.String(),
  lastMigration: Type.String(),
  /** Partitions of the usage log, as Postgres says them. */
  partitions: Type.Array(Type.Object({ name: Type.String(), bound: Type.String() })),
});
export type Header = Static<typeof Header>;

/** Before the rows of each table. */
export const TableLine = Type.Object({ table: Type.String(), columns: Type.Array(Type.String()) });

/** The last line. Without it the file was cut off. */
export const endLine = '{"end":true}';
/** After the rows of each table; no row of COPY is written so. */
export const endOfRows = '\\.';

/** Parses a line of a back-up. Throws what the file is not. */
export function readLine<Schema extends typeof Header | typeof TableLine>(
  schema: Schema,
  line: string,
): Static<Schema> {
  try {
    return Value.Parse(schema, JSON.parse(line));
  } catch {
    throw damaged();
  }
}

export const damaged = () => new Error('This file is no back-up of Switchyard, or it is damaged.');
export const cutOff = () => new Error('This back-up was cut off: its end is missing.');
