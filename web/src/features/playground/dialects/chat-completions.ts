import type { ChatMessage, Part, Usage } from '../chat.ts';
import { bearer, type Dialect } from './dialect.ts';
import { failureIn } from './failure.ts';
import { type Json, listAt, numberAt, objectAt, present, textAt } from './json.ts';

/** OpenAI's chat completions. */
export const chatCompletions: Dialect = {
  name: 'chat',
  title: 'Chat Completions',
  path: () => '/v1/chat/completions',
  headers: bearer,
  body: (request) =>
    present({
      model: request.model,
      messages: [
        ...(request.system === '' ? [] : [{ role: 'system', content: request.system }]),
        ...request.messages.map(writeMessage),
      ],
      temperature: request.temperature,
      top_p: request.topP,
      max_completion_tokens: request.maxTokens,
      stream: true,
      stream_options: { include_usage: true },
    }),
  read: (event) => {
    const failure = failureIn(event);
    if (failure !== undefined) return [{ type: 'error', failure }];
    return [...listAt(event, 'choices').flatMap(readChoice), ...readUsage(objectAt(event, 'usage'))];
  },
};

function writeMessage({ role, text, pictures }: ChatMessage): Json {
  if (pictures.length === 0) return { role, content: text };
  return {
    role,
    content: [
      ...pictures.map(({ type, data }) => ({ type: 'image_url', image_url: { url: `data:${type};base64,${data}` } })),
      ...(text === '' ? [] : [{ type: 'text', text }]),
    ],
  };
}

function readChoice(choice: unknown): Part[] {
  const delta = objectAt(choice, 'delta');
  const parts: Part[] = [];
  // Hosts call it either way.
  const reasoning = textAt(delta, 'reasoning_content') || textAt(delta, 'reasoning');
  if (reasoning !== '') parts.push({ type: 'reasoning', text: reasoning });
  const text = textAt(delta, 'content') || textAt(delta, 'refusal');
  if (text !== '') parts.push({ type: 'text', text });
  for (const call of listAt(delta, 'tool_calls')) {
    const name = textAt(objectAt(call, 'function'), 'name');
    parts.push({
      type: 'tool',
      key: String(numberAt(call, 'index') ?? 0),
      ...(name === '' ? {} : { name }),
      text: textAt(objectAt(call, 'function'), 'arguments'),
    });
  }
  const reason = textAt(choice, 'finish_reason');
  if (reason !== '') parts.push({ type: 'finish', reason });
  return parts;
}

function readUsage(usage: Json): Part[] {
  if (numberAt(usage, 'prompt_tokens') === undefined) return [];
  const counted: Usage = present({
    input: numberAt(usage, 'prompt_tokens'),
    output: numberAt(usage, 'completion_tokens'),
    cached: numberAt(objectAt(usage, 'prompt_tokens_details'), 'cached_tokens'),
    reasoning: numberAt(objectAt(usage, 'completion_tokens_details'), 'reasoning_tokens'),
  });
  return [{ type: 'usage', usage: counted }];
}
