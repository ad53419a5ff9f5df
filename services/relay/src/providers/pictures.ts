import type { UsageTokens } from '@switchyard/contracts';
import { isObject } from '../dialects/json.ts';

/** Pictures in an answer of OpenAI's shape, of hosts that bill by the picture. */
export function picturesIn(payload: unknown): UsageTokens | undefined {
  const calls = isObject(payload) && Array.isArray(payload.data) ? payload.data.length : 0;
  return calls === 0 ? undefined : pictureUsage(calls);
}

export function pictureUsage(calls: number): UsageTokens {
  return { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, calls };
}
