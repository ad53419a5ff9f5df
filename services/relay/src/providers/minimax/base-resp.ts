import type { Json, UpstreamError } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { verdicts } from './errors.ts';

/** Every answer tells in `base_resp` whether it is one, whatever its status. An error in OpenAI's shape, or undefined. */
export function failureIn(payload: unknown): { error: Json } | undefined {
  const { status_code: code, status_msg: message } =
    isObject(payload) && isObject(payload.base_resp) ? payload.base_resp : {};
  if (code === undefined || code === 0) return undefined;
  return { error: { code, message } };
}

export const { readError, errorIn } = withVerdicts(
  {
    readError(status: number, body: string): UpstreamError {
      const failure = failureIn(parseJson(body));
      return openaiChat.readError(status, failure ? JSON.stringify(failure) : body);
    },
    errorIn: (payload: unknown) => openaiChat.errorIn(failureIn(payload) ?? payload),
  },
  verdicts,
);
