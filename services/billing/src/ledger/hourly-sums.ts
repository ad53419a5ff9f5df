import type { UsageRecord } from './usage-record.ts';

const hourMs = 3_600_000;

/** Differences of one row of usage_hourly. */
export interface HourlySum {
  readonly hourMs: number;
  readonly userId: number;
  readonly tokenId: number;
  readonly channelId: number;
  readonly model: string;
  readonly group: string;
  requests: number;
  errors: number;
  quota: number;
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  durationMs: number;
  firstByteMs: number;
}

/** Differences of usage_hourly, gathered per row. */
export class HourlySums {
  readonly #sums = new Map<string, HourlySum>();

  /** `sign` −1 takes a record out again. */
  addRecord({ charged, course, ...request }: UsageRecord, sign: 1 | -1): void {
    const sum = this.#sumOf({ charged, ...request });
    sum.requests += sign;
    sum.errors += course.details.error === undefined ? 0 : sign;
    sum.quota += sign * charged.quota;
    sum.promptTokens += sign * charged.promptTokens;
    sum.completionTokens += sign * charged.completionTokens;
    sum.cachedTokens += sign * charged.details.cache_tokens;
    sum.durationMs += sign * course.durationMs;
    sum.firstByteMs += sign * course.firstByteMs;
  }

  addQuota(record: UsageRecord, quota: number): void {
    this.#sumOf(record).quota += quota;
  }

  [Symbol.iterator](): IterableIterator<HourlySum> {
    return this.#sums.values();
  }

  #sumOf({ timeMs, userId, tokenId, charged }: Omit<UsageRecord, 'course'>): HourlySum {
    const row = {
      hourMs: timeMs - (timeMs % hourMs),
      userId,
      tokenId,
      channelId: charged.channelId,
      model: charged.model,
      group: charged.group,
    };
    const key = JSON.stringify(Object.values(row));
    let sum = this.#sums.get(key);
    if (!sum) {
      sum = {
        ...row,
        requests: 0,
        errors: 0,
        quota: 0,
        promptTokens: 0,
        completionTokens: 0,
        cachedTokens: 0,
        durationMs: 0,
        firstByteMs: 0,
      };
      this.#sums.set(key, sum);
    }
    return sum;
  }
}
