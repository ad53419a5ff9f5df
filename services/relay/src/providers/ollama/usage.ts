import type { UsageTokens } from '@switchyard/contracts';
import { isObject } from '../../dialects/json.ts';
import { tokenCount } from '../../dialects/token-count.ts';

/** Undefined also when the prompt was not counted: Ollama leaves that out when it had it cached. */
export function readUsage(payload: unknown): UsageTokens | undefined {
  if (!isObject(payload) || payload.done !== true) return undefined;
  const prompt = tokenCount(payload.prompt_eval_count);
  if (!prompt) return undefined;
  return { prompt, completion: tokenCount(payload.eval_count) ?? 0, cacheRead: 0, cacheWrite: 0 };
}
