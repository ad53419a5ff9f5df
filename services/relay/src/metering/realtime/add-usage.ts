import type { UsageTokens } from '@switchyard/contracts';

const counts = ['prompt', 'completion', 'cacheRead', 'cacheWrite'] as const;
const others = ['audioInput', 'audioOutput', 'imageInput', 'seconds'] as const;

export const noUsage: UsageTokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };

/** The sum of two usages of a session; counts of 0 beside the tokens are left out. */
export function addUsage(one: UsageTokens, other: UsageTokens): UsageTokens {
  const sum = { ...noUsage };
  for (const name of counts) sum[name] = one[name] + other[name];
  for (const name of others) {
    const total = (one[name] ?? 0) + (other[name] ?? 0);
    if (total > 0) sum[name] = total;
  }
  return sum;
}
