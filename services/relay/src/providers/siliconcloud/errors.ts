import type { VerdictRule } from '../../dialects/verdicts.ts';

export const verdicts: readonly VerdictRule[] = [
  // No such model.
  { says: /\b20012\b|model.{0,40}not exist/i, verdict: 'retry' },
  { status: 403, says: /\b30001\b|balance/i, verdict: 'credential' },
  // The account must prove who it is first.
  { status: 403, verdict: 'retry' },
  { status: 429, verdict: 'retry' },
];
