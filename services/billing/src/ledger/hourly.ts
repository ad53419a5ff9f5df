import { type FailureCause, latencyBucket } from '@switchyard/db';
import { causeOf, failedTries } from './failures.ts';
import { Sums } from './sums.ts';
import { isRunning, listQuotaOf, type UsageRecord } from './usage-record.ts';

const hourMs = 3_600_000;

interface Place {
  readonly hourMs: number;
  readonly userId: number;
  readonly channelId: number;
}

interface Bucket {
  readonly bucket: number;
}

type UsageKey = Place & { readonly tokenId: number; readonly model: string; readonly group: string };

/**
 * Differences of what is rolled up by hour, gathered per row of usage_hourly, usage_latency, usage_latency_channels and usage_failures. Times
 * are not counted for each channel of each user: those would be nearly as many rows as there are requests.
 */
export class Hourly {
  readonly usage = new Sums<UsageKey, typeof noUsage>(noUsage);
  readonly userLatencies = new Sums<Omit<Place, 'channelId'> & Bucket, typeof noLatency>(noLatency);
  readonly channelLatencies = new Sums<Omit<Place, 'userId'> & Bucket, typeof noLatency>(noLatency);
  /** `lastTryMs` is no difference: it only grows. */
  readonly failures = new Sums<Place & { readonly cause: FailureCause }, typeof noFailures>(noFailures);

  /** `sign` −1 takes a record out again. */
  addRecord(record: UsageRecord, sign: 1 | -1): void {
    this.#addUsage(record, sign);
    this.#addLatency(record, sign);
    this.#addFailures(record, sign);
  }

  /** A raise of a request whose row is gone from the log: of its list price as much again as of its charge. */
  addQuota(record: UsageRecord, quota: number): void {
    const { charged } = record;
    const sum = this.usage.of(usageKeyOf(record));
    sum.quota += quota;
    sum.listQuota += Math.round((listQuotaOf(charged) * quota) / charged.quota);
  }

  #addUsage(record: UsageRecord, sign: 1 | -1): void {
    const { charged, course } = record;
    const sum = this.usage.of(usageKeyOf(record));
    sum.requests += sign;
    sum.errors += course.details.error === undefined ? 0 : sign;
    sum.quota += sign * charged.quota;
    sum.listQuota += sign * listQuotaOf(charged);
    sum.promptTokens += sign * charged.promptTokens;
    sum.completionTokens += sign * charged.completionTokens;
    sum.cachedTokens += sign * charged.details.cache_tokens;
    sum.durationMs += sign * course.durationMs;
    sum.firstByteMs += sign * course.firstByteMs;
  }

  /** Quick refusals would make a service that fails look fast. */
  #addLatency(record: UsageRecord, sign: 1 | -1): void {
    const { durationMs, firstByteMs, details } = record.course;
    if (isRunning(record) || details.error !== undefined) return;
    this.#countTime(record, durationMs, 'durations', sign);
    if (firstByteMs > 0) this.#countTime(record, firstByteMs, 'firstBytes', sign);
  }

  #countTime(record: UsageRecord, ms: number, of: keyof typeof noLatency, sign: 1 | -1): void {
    const { hourMs, userId, channelId } = placeOf(record);
    const bucket = latencyBucket(ms);
    this.userLatencies.of({ hourMs, userId, bucket })[of] += sign;
    this.channelLatencies.of({ hourMs, channelId, bucket })[of] += sign;
  }

  #addFailures(record: UsageRecord, sign: 1 | -1): void {
    const place = placeOf(record);
    const cause = causeOf(record);
    if (cause) this.failures.of({ ...place, cause }).requests += sign;
    for (const failed of failedTries(record)) {
      const sum = this.failures.of({ ...place, ...failed });
      sum.tries += sign;
      if (sign > 0) sum.lastTryMs = Math.max(sum.lastTryMs, record.timeMs + record.course.durationMs);
    }
  }
}

const noUsage = {
  requests: 0,
  errors: 0,
  quota: 0,
  listQuota: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  durationMs: 0,
  firstByteMs: 0,
};
const noLatency = { durations: 0, firstBytes: 0 };
const noFailures = { requests: 0, tries: 0, lastTryMs: 0 };

function placeOf({ timeMs, userId, charged }: UsageRecord): Place {
  return { hourMs: timeMs - (timeMs % hourMs), userId, channelId: charged.channelId };
}

function usageKeyOf(record: UsageRecord): UsageKey {
  const { tokenId, charged } = record;
  return { ...placeOf(record), tokenId, model: charged.model, group: charged.group };
}
