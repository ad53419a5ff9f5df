import type { VerdictRule } from '../../dialects/verdicts.ts';

/** Types and codes cannot be relied on: no money comes with the code of a bad request. */
export const verdicts: readonly VerdictRule[] = [
  { status: 400, says: /model not exist/i, verdict: 'retry' },
  { status: [401, 402], verdict: 'credential' },
];
