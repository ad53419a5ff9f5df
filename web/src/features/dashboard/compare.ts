import type { UsageFigures } from './api.ts';

/** How much more of something there is than before, as a part of what was; undefined where there was nothing. */
export function relativeChange(now: number | null, before: number | null): number | undefined {
  return now === null || before === null || before <= 0 ? undefined : now / before - 1;
}

/** The part of requests that did not fail; undefined without any. */
export function successOf({ count, failed }: Pick<UsageFigures, 'count' | 'failed'>): number | undefined {
  return count > 0 ? (count - failed) / count : undefined;
}

/** The part of the prompt that was read from caches; undefined without any. */
export function cacheShareOf(figures: Pick<UsageFigures, 'prompt_tokens' | 'cached_tokens'>): number | undefined {
  return figures.prompt_tokens > 0 ? figures.cached_tokens / figures.prompt_tokens : undefined;
}

/** What remains of the charges as a part of them; undefined where nothing was charged. */
export function marginShareOf({ quota, cost = 0 }: Pick<UsageFigures, 'quota' | 'cost'>): number | undefined {
  return quota > 0 ? (quota - cost) / quota : undefined;
}

/** A difference of two parts in percentage points; undefined where one is not known. */
export function pointsBetween(now: number | undefined, before: number | undefined): number | undefined {
  return now === undefined || before === undefined ? undefined : (now - before) * 100;
}
