import type { UpstreamError } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';

export const verdicts: readonly VerdictRule[] = [
  // Our own clock is wrong: no fault of the key.
  { says: /date header is required/i, verdict: 'retry' },
  { says: /HMAC signature/i, verdict: 'credential' },
  { says: /^1001[56]\b/, verdict: 'credential' },
  { says: /^(1000[3-5]|1001[349]|10163|10907)\b/, verdict: 'client' },
  { says: /^(1000[0-26-9]|1001[0-2]|10110|1022[23]|10404|1120[0-3])\b/, verdict: 'retry' },
];

/** Question, answer or conversation were stopped by moderation. */
export const moderated: ReadonlySet<unknown> = new Set([10013, 10014, 10019]);

/** Failures of a WebSocket's conversation stand in the header of a frame, those of its handshake are plain. */
export const { readError, errorIn } = withVerdicts(
  {
    readError(status: number, body: string): UpstreamError {
      const error = headerError(parseJson(body));
      return openaiChat.readError(status, error ? JSON.stringify({ error }) : body);
    },
    errorIn(payload: unknown): UpstreamError | undefined {
      const error = headerError(payload);
      return error && openaiChat.readError(500, JSON.stringify({ error }));
    },
  },
  verdicts,
);

function headerError(payload: unknown): { code: unknown; message: unknown } | undefined {
  const { code, message } = isObject(payload) && isObject(payload.header) ? payload.header : {};
  return code === undefined || code === 0 ? undefined : { code, message };
}
