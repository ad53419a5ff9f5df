import type { VerdictRule } from '../../dialects/verdicts.ts';

/** Three kinds of refusal have the same status: their type tells them apart. */
export const verdicts: readonly VerdictRule[] = [
  { status: 429, says: /exceeded_current_quota_error/, verdict: 'credential' },
  { status: 429, verdict: 'retry' },
  { status: 403, says: /balance/i, verdict: 'credential' },
  { status: 403, verdict: 'retry' },
  { says: /content_filter|high risk/i, verdict: 'client' },
];
