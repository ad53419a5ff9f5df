import type { Json, UpstreamError } from '../../dialects/canonical.ts';
import type { OperationFormat, UpstreamDialect } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { marks } from '../../dialects/openai-chat/passing.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { chatVariant } from '../chat-variant.ts';
import { verdicts } from './errors.ts';

const interrupted = 'insufficient_system_resource';

const unwritten: UpstreamError = {
  verdict: 'retry',
  message: 'The host ran out of machines before it wrote a word.',
  type: 'upstream_error',
  code: interrupted,
  param: null,
};
const when = new RegExp(`"${interrupted}"`);
const corrected = { in: when, open: () => revise };
const chat = chatVariant({ verdicts, revision: { when, revise } });
const completions = withVerdicts(openaiFormatOf('completions'), verdicts);

/** OpenAI's chats with one more reason to end: the host ran out of machines, and what it wrote is not all. */
export const deepseekChat: UpstreamDialect = {
  ...chat,
  marks: { ...marks, corrected },
  errorIn: (payload) => chat.errorIn(payload) ?? (isUnwritten(payload) ? unwritten : undefined),
};

/** The older API with the same reason. */
export const deepseekCompletions: OperationFormat = { ...completions, marks: { ...completions.marks, corrected } };

function revise(payload: Json): Json {
  if (!Array.isArray(payload.choices)) return payload;
  const choices = payload.choices.map((choice) =>
    isObject(choice) && choice.finish_reason === interrupted ? { ...choice, finish_reason: 'length' } : choice,
  );
  return { ...payload, choices };
}

/** A whole answer that was interrupted before its first word. The last event of a stream has no message. */
function isUnwritten(payload: unknown): boolean {
  const choice = isObject(payload) && Array.isArray(payload.choices) ? payload.choices[0] : undefined;
  if (!isObject(choice) || choice.finish_reason !== interrupted || !isObject(choice.message)) return false;
  const { content, reasoning_content: reasoning, tool_calls: calls } = choice.message;
  return !content && !reasoning && !calls;
}
