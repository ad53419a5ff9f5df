import type { Effort } from './canonical.ts';

/** A budget of thinking tokens as an effort; a budget left to the model is none. */
export function effortOf(budgetTokens: number | undefined): Effort | undefined {
  if (budgetTokens === undefined || budgetTokens < 0) return undefined;
  if (budgetTokens === 0) return 'none';
  return budgetTokens < 4_096 ? 'low' : budgetTokens < 16_384 ? 'medium' : 'high';
}
