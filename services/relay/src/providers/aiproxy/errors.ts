import type { UpstreamError } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';

/** Codes are not published: the words decide. A library that cannot be read is a fault of the channel's. */
const verdicts: readonly VerdictRule[] = [
  { status: 403, verdict: 'credential' },
  { says: /library.*(not found|not exist|access|permission)|(no access|permission).*library/i, verdict: 'credential' },
  { says: /api.?key|authorization|unauthorized|\bbalance\b|\bpoints\b|arrears/i, verdict: 'credential' },
  { says: /too many/i, verdict: 'retry' },
  { says: /query.*(empty|long)|content.*(refused|policy|sensitive)/i, verdict: 'client' },
];

export const { readError, errorIn } = withVerdicts(
  {
    readError: openaiChat.readError,
    /** Refusals may come with status 200. */
    errorIn(payload: unknown): UpstreamError | undefined {
      if (!isObject(payload)) return undefined;
      const refused = payload.success === false || (payload.errCode !== undefined && payload.errCode !== 0);
      return refused ? openaiChat.readError(500, JSON.stringify(payload)) : undefined;
    },
  },
  verdicts,
);
