import type { SourceRow } from '../source/row.ts';

/** What is particular of a gateway that people move from. */
export interface Gateway {
  /** As the operator names it, and as it stands in references. */
  readonly name: string;
  /** The channel as it will be here, or why it cannot be. */
  readChannel(row: SourceRow): SourceChannel | string;
  /** Of a log row there, how its time is told. */
  durationMs(row: SourceRow): number;
  /** The kind of a log row here: 1 top-up, 2 consumption, 3 management, 4 system, 5 failed request, 6 refund. */
  logType(type: number): number;
}

export interface SourceChannel {
  readonly type: number;
  readonly key: string;
  readonly baseUrl: string;
  readonly other: string;
  readonly organization?: string;
  readonly keyMode?: 'random' | 'round_robin';
  /** Of several keys, by their place in the list: 1 on, 2 off, 3 off by the system. */
  readonly keyStatus?: Readonly<Record<string, number>>;
  /** JSON texts. */
  readonly statusCodeMapping?: string;
  readonly paramOverride?: string;
  readonly setting?: string;
  /** What of it is not carried. */
  readonly notes: readonly string[];
}
