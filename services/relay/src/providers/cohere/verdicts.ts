import type { VerdictRule } from '../../dialects/verdicts.ts';

export const verdicts: readonly VerdictRule[] = [
  { status: 403, verdict: 'retry' },
  // A token that Cohere has blocked.
  { status: 498, verdict: 'credential' },
  { status: 429, says: /trial.*month|month.*trial/is, verdict: 'credential' },
];
