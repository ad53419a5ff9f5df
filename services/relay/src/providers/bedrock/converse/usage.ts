import type { UsageTokens } from '@switchyard/contracts';
import { isObject } from '../../../dialects/json.ts';
import { tokenCount } from '../../../dialects/token-count.ts';

/** `usage` of an answer or of the last event. Cached tokens are counted beside inputTokens. */
export function readUsage(payload: unknown): UsageTokens | undefined {
  if (!isObject(payload) || !isObject(payload.usage)) return undefined;
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens } = payload.usage;
  const input = tokenCount(inputTokens);
  const completion = tokenCount(outputTokens);
  if (input === undefined && completion === undefined) return undefined;
  const cacheRead = tokenCount(cacheReadInputTokens) ?? 0;
  const cacheWrite = tokenCount(cacheWriteInputTokens) ?? 0;
  return { prompt: (input ?? 0) + cacheRead + cacheWrite, completion: completion ?? 0, cacheRead, cacheWrite };
}
