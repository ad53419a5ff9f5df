import type { UsageTokens } from '@switchyard/contracts';
import { isObject } from '../../dialects/json.ts';
import { tokenCount } from '../../dialects/token-count.ts';

/**
 * Billed units, which are fewer than the tokens: the template around a prompt is free. Stands in an answer, or in the
 * last event of a stream.
 */
export function readUsage(payload: unknown): UsageTokens | undefined {
  if (!isObject(payload)) return undefined;
  const holder = isObject(payload.delta) ? payload.delta : payload;
  if (!isObject(holder.usage)) return undefined;
  const { billed_units: billed, tokens } = holder.usage;
  const units = isObject(billed) && tokenCount(billed.input_tokens) !== undefined ? billed : tokens;
  const prompt = isObject(units) ? tokenCount(units.input_tokens) : undefined;
  if (!isObject(units) || prompt === undefined) return undefined;
  return { prompt, completion: tokenCount(units.output_tokens) ?? 0, cacheRead: 0, cacheWrite: 0 };
}
