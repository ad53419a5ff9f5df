import type { VerdictRule } from '../../dialects/verdicts.ts';

/** Google Cloud's refusals where they mean something else than AI Studio's. The first line that fits counts. */
export const verdicts: readonly VerdictRule[] = [
  { status: 403, says: /aiplatform\.endpoints\.predict|SERVICE_DISABLED|BILLING_DISABLED/, verdict: 'credential' },
  // Terms of one model that nobody agreed to.
  { status: 403, says: /publisher model|publishers\//i, verdict: 'retry' },
  // A rule of the organisation, or a region: another channel may do.
  { status: 400, says: /FAILED_PRECONDITION/, verdict: 'retry' },
];
