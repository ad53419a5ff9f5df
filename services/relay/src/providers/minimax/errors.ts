import type { VerdictRule } from '../../dialects/verdicts.ts';

/** Codes of `base_resp`. */
export const verdicts: readonly VerdictRule[] = [
  { says: /^(1004|1008|2049)\b/, verdict: 'credential' },
  { says: /^(1000|1001|1002|1013|1024|1033|1039|1041|2045|2056)\b/, verdict: 'retry' },
  { says: /^(1026|1027|1042|2013|20132|2037|2039|2042)\b/, verdict: 'client' },
];
