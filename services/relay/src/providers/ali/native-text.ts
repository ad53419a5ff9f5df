import type { Json } from '../../dialects/canonical.ts';
import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { chatVariant } from '../chat-variant.ts';
import { errorIn, readError, verdicts } from './errors.ts';

/** Settings that stand under `parameters` by the name OpenAI gives them. */
const settings = [
  'temperature',
  'top_p',
  'max_tokens',
  'presence_penalty',
  'seed',
  'stop',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'enable_search',
  'enable_thinking',
  'thinking_budget',
];

/** DashScope's own text generation, which alone knows plugins. Parts and reasons are OpenAI's, their places are not. */
export const aliText: UpstreamDialect = {
  ...chatVariant({ name: 'ali-text', verdicts, revision: { when: /./, revise } }),
  readError,
  errorIn,
  writeRequest(request, warn) {
    const { model, messages, ...rest } = openaiChat.writeRequest(request, warn);
    const given: Json = { max_tokens: rest.max_completion_tokens, ...rest };
    if (rest.reasoning_effort !== undefined) given.enable_thinking = rest.reasoning_effort !== 'none';
    const parameters = Object.fromEntries(
      settings.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    );
    return {
      model,
      input: { messages: (messages as Json[]).map(withText) },
      // Without these, answers are one text, and each event repeats all that was said before.
      parameters: { ...parameters, result_format: 'message', ...(request.stream && { incremental_output: true }) },
    };
  },
};

function withText(message: Json): Json {
  if (!Array.isArray(message.content)) return message;
  const texts = message.content.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : []));
  return { ...message, content: texts.join('\n') };
}

function revise(payload: Json): Json {
  const { output, usage, request_id: id, code, message } = payload;
  if (!isObject(output)) {
    return typeof code === 'string' && code !== '' ? { error: { code, message } } : payload;
  }
  const { input_tokens: prompt, output_tokens: completion, total_tokens: total } = isObject(usage) ? usage : {};
  const counted = prompt !== undefined && {
    ...(usage as Json),
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: total,
  };
  return {
    id,
    choices: Array.isArray(output.choices) ? output.choices.filter(isObject).map(reviseChoice) : [],
    ...(counted && { usage: counted }),
  };
}

/** The reason of a choice that goes on is the text `null`. */
function reviseChoice(choice: Json, index: number): Json {
  const { message, finish_reason: reason } = choice;
  return { index, message, delta: message, finish_reason: reason === 'null' ? null : reason };
}
