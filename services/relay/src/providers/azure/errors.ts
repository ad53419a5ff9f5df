import type { VerdictRule } from '../../dialects/verdicts.ts';

export const verdicts: readonly VerdictRule[] = [
  { status: 400, says: /content_filter|ResponsibleAIPolicyViolation/i, verdict: 'client' },
  {
    status: 400,
    says: /OperationNotSupported|does not work with the specified model|API version not supported/i,
    verdict: 'retry',
  },
  { says: /^PermissionDenied\b/i, verdict: 'credential' },
  { status: [401, 403], verdict: 'credential' },
  // Rate limits advise to raise the quota: the word alone means nothing here.
  { status: 429, says: /insufficient_quota|spending limit/i, verdict: 'credential' },
  { status: 429, verdict: 'retry' },
];
