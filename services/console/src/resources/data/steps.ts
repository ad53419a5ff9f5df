import { sql } from 'kysely';
import type { SummaryQuery } from './schema.ts';

/** How a period is cut up. */
export interface Steps {
  readonly bucket: SummaryQuery['bucket'];
  readonly timezone: string;
}

/** The begin of the stretch in which an hour lies. */
export function stretchOf({ bucket, timezone }: Steps) {
  return sql`date_trunc(${bucket}, hour, ${timezone})`;
}
