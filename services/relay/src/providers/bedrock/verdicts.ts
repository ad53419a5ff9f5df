import type { VerdictRule } from '../../dialects/verdicts.ts';

/** What Bedrock's refusals mean. Their types are in a header, so the texts must do. */
export const verdicts: readonly VerdictRule[] = [
  { verdict: 'retry', status: 403, says: /signature expired|signature not yet current/i },
  {
    verdict: 'credential',
    status: 403,
    says: /security token|signature|api[ -]?key|bearer token|authentication failed/i,
  },
  { verdict: 'retry', status: 403 },
  // What is wrong with a field stands behind its name, which the client chose.
  { verdict: 'credential', status: 400, begins: /^(?!.*: )(incomplete ?signature|operation not allowed)/is },
  { verdict: 'retry', status: 400, begins: /^(?!.*: ).*(on-demand throughput|model identifier is invalid|quota)/is },
];
