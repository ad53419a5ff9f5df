import type { UpstreamError } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';

const verdicts: readonly VerdictRule[] = [
  { says: /conversation.*not.?exist|conversation.*not.?found|conversation_completed/i, verdict: 'client' },
  { status: [403, 404], verdict: 'credential' },
  { says: /provider_quota_exceeded/, verdict: 'credential' },
  {
    says: /app_unavailable|not_chat_app|not_workflow_app|provider_not_initialize|model_currently_not_support/,
    verdict: 'retry',
  },
  // The application's own model provider is busy or down.
  { says: /completion_request_error.*\b(429|5\d\d|rate limit|overloaded|timed? ?out)\b/is, verdict: 'retry' },
  { status: 429, says: /rate_limit_error|quota/i, verdict: 'credential' },
];

export const { readError, errorIn } = withVerdicts(
  {
    readError: openaiChat.readError,
    /** The event `error`, or the body of a refusal that came with status 200. */
    errorIn(payload: unknown): UpstreamError | undefined {
      if (!isObject(payload)) return undefined;
      const { event, code, message, answer, status } = payload;
      const refused = typeof code === 'string' && typeof message === 'string' && answer === undefined;
      if (event !== 'error' && !refused) return undefined;
      return openaiChat.readError(typeof status === 'number' ? status : 500, JSON.stringify(payload));
    },
  },
  verdicts,
);
