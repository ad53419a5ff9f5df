/** How many things are told apart; a chart of more cannot be read. */
export const mostKeys = 50;

/** What one thing used in one stretch of time. */
export interface UsageRow {
  readonly at: Date;
  /** null: everything beyond the greatest. */
  readonly key: string | null;
  readonly requests: number;
  readonly errors: number;
  readonly quota: number;
  readonly cost: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly durationMs: number;
  readonly firstByteMs: number;
}
