import type { UsageRow } from './api.ts';
import type { Measure } from './dashboard-query.ts';

/** What one thing used in the whole period. Blank key: all that have no row of their own. */
export type Total = Pick<
  UsageRow,
  'key' | 'name' | 'quota' | 'count' | 'errors' | 'token_used' | 'prompt_tokens' | 'cached_tokens'
> & { readonly cost: number | undefined };

const figureNames = { spend: 'quota', requests: 'count', tokens: 'token_used' } as const;

export function figureOf(row: Pick<UsageRow, 'quota' | 'count' | 'token_used'>, measure: Measure): number {
  return row[figureNames[measure]];
}

/** One row per thing, the greatest first; all that have no row of their own last. */
export function totalsOf(rows: readonly UsageRow[], measure: Measure): Total[] {
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const totals = [...byKey.values()].map((each) => each.map(asTotal).reduce(addTotals));
  return totals.sort(
    (a, b) =>
      Number(a.key === '') - Number(b.key === '') ||
      figureOf(b, measure) - figureOf(a, measure) ||
      b.count - a.count ||
      (a.name < b.name ? -1 : 1),
  );
}

function asTotal({ key, name, quota, cost, count, errors, token_used, prompt_tokens, cached_tokens }: UsageRow): Total {
  return { key, name, quota, cost, count, errors, token_used, prompt_tokens, cached_tokens };
}

function addTotals(a: Total, b: Total): Total {
  return {
    ...a,
    quota: a.quota + b.quota,
    cost: a.cost === undefined || b.cost === undefined ? undefined : a.cost + b.cost,
    count: a.count + b.count,
    errors: a.errors + b.errors,
    token_used: a.token_used + b.token_used,
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    cached_tokens: a.cached_tokens + b.cached_tokens,
  };
}
