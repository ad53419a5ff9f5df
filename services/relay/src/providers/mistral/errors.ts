import type { VerdictRule } from '../../dialects/verdicts.ts';

export const verdicts: readonly VerdictRule[] = [
  { status: 400, says: /invalid_model|\b1500\b|invalid model/i, verdict: 'retry' },
  { status: [403, 429], verdict: 'retry' },
];
