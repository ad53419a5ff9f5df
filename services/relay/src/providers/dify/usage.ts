import type { UsageTokens } from '@switchyard/contracts';
import { isObject } from '../../dialects/json.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { leastTokens } from '../../metering/token-counter.ts';

/** In the event `message_end` or a whole answer. Zero means not counted. Prices in it are the application's own. */
export function readUsage(payload: unknown): UsageTokens | undefined {
  const usage = isObject(payload) && isObject(payload.metadata) ? payload.metadata.usage : undefined;
  if (!isObject(usage)) return undefined;
  const prompt = tokenCount(usage.prompt_tokens) ?? 0;
  const completion = tokenCount(usage.completion_tokens) ?? 0;
  return prompt + completion === 0 ? undefined : { prompt, completion, cacheRead: 0, cacheWrite: 0 };
}

/**
 * A run with several models tells of the last one, a workflow of none; `total` is of all. What is more was read, not written.
 * A total that is less than the answer itself is no report.
 */
export function raisedTo(
  usage: UsageTokens | undefined,
  total: number | undefined,
  answer: string,
): UsageTokens | undefined {
  const completion = usage?.completion ?? leastTokens(Buffer.byteLength(answer));
  if (total === undefined || total <= (usage?.prompt ?? 0) + completion) return usage;
  return { cacheRead: 0, cacheWrite: 0, ...usage, prompt: total - completion, completion };
}
