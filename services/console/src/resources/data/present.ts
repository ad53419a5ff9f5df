import { seconds } from '../../http/time.ts';
import type { DataRow } from './schema.ts';
import type { UsageRow } from './usage-row.ts';

interface Viewing {
  readonly isModel: boolean;
  /** Costs are the operator's matter. */
  readonly isAdmin: boolean;
}

export function present(row: UsageRow, names: ReadonlyMap<string, string>, { isModel, isAdmin }: Viewing): DataRow {
  const { at, key, requests, errors, quota, cost, promptTokens, completionTokens, cachedTokens } = row;
  const name = key === null ? '' : (names.get(key) ?? '');
  const mean = (sum: number) => (requests > 0 ? Math.round(sum / requests) : 0);
  return {
    created_at: seconds(at),
    key: key ?? '',
    name,
    model_name: isModel ? name : '',
    quota,
    ...(isAdmin ? { cost } : {}),
    count: requests,
    errors,
    token_used: promptTokens + completionTokens,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    cached_tokens: cachedTokens,
    duration_ms: mean(row.durationMs),
    first_byte_ms: mean(row.firstByteMs),
  };
}
