import type { VerdictRule } from '../../dialects/verdicts.ts';

/** Codes decide before the status does. */
export const verdicts: readonly VerdictRule[] = [
  // The free part of a day is used up, the account is blocked, the token or the account is wrong.
  { says: /^(3036|3023|10000|910[6-9]|7003)\b/, verdict: 'credential' },
  // No such model, terms not accepted, model restricted, no capacity, too slow.
  { says: /^(5007|3042|5016|5018|3041|3040|3007|3008|7009)\b/, verdict: 'retry' },
  { says: /^(5004|3003|5006|3006)\b/, verdict: 'client' },
  { status: [401, 403], verdict: 'credential' },
  { status: 429, verdict: 'retry' },
];
