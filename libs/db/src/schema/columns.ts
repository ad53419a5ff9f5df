import type { ColumnType, JSONColumnType } from 'kysely';

export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type DefaultNow = ColumnType<Date, Date | string | undefined, Date | string>;
export type Json<T extends object> = JSONColumnType<T, string | undefined, string>;
/** Minor units of a currency: bigint goes in as text. */
export type Minor = ColumnType<number, number | string | undefined, number | string>;
