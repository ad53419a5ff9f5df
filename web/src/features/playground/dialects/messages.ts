import type { ChatMessage, Part, Usage } from '../chat.ts';
import type { Dialect } from './dialect.ts';
import { failureIn } from './failure.ts';
import { type Json, numberAt, objectAt, present, textAt } from './json.ts';

/** The field is required there. */
const defaultMaxTokens = 4096;

/** Anthropic's messages. */
export const messages: Dialect = {
  name: 'messages',
  title: 'Messages',
  path: () => '/v1/messages',
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  body: (request) =>
    present({
      model: request.model,
      max_tokens: request.maxTokens ?? defaultMaxTokens,
      system: request.system === '' ? undefined : request.system,
      messages: request.messages.map(writeMessage),
      temperature: request.temperature,
      top_p: request.topP,
      stream: true,
    }),
  read: (event) => {
    switch (textAt(event, 'type')) {
      case 'message_start':
        return readUsage(objectAt(objectAt(event, 'message'), 'usage'));
      case 'content_block_start':
        return readBlock(event);
      case 'content_block_delta':
        return readDelta(event);
      case 'message_delta':
        return readEnd(event);
      default: {
        const failure = failureIn(event);
        return failure === undefined ? [] : [{ type: 'error', failure }];
      }
    }
  },
};

function writeMessage({ role, text, pictures }: ChatMessage): Json {
  if (pictures.length === 0) return { role, content: text };
  return {
    role,
    content: [
      ...pictures.map(({ type, data }) => ({ type: 'image', source: { type: 'base64', media_type: type, data } })),
      ...(text === '' ? [] : [{ type: 'text', text }]),
    ],
  };
}

const blockKey = (event: Json) => String(numberAt(event, 'index') ?? 0);

function readBlock(event: Json): Part[] {
  const block = objectAt(event, 'content_block');
  switch (textAt(block, 'type')) {
    case 'tool_use':
      return [{ type: 'tool', key: blockKey(event), name: textAt(block, 'name'), text: '' }];
    case 'text':
      return textAt(block, 'text') === '' ? [] : [{ type: 'text', text: textAt(block, 'text') }];
    default:
      return [];
  }
}

function readDelta(event: Json): Part[] {
  const delta = objectAt(event, 'delta');
  switch (textAt(delta, 'type')) {
    case 'text_delta':
      return [{ type: 'text', text: textAt(delta, 'text') }];
    case 'thinking_delta':
      return [{ type: 'reasoning', text: textAt(delta, 'thinking') }];
    case 'input_json_delta':
      return [{ type: 'tool', key: blockKey(event), text: textAt(delta, 'partial_json') }];
    default:
      return [];
  }
}

/** Input comes at the beginning or at the end; what was read from a cache is counted beside it. */
function readUsage(usage: Json): Part[] {
  const cached = numberAt(usage, 'cache_read_input_tokens');
  const fresh = numberAt(usage, 'input_tokens');
  const written = numberAt(usage, 'cache_creation_input_tokens') ?? 0;
  const counted: Usage = present({
    input: fresh === undefined ? undefined : fresh + (cached ?? 0) + written,
    output: numberAt(usage, 'output_tokens'),
    cached,
  });
  return Object.keys(counted).length === 0 ? [] : [{ type: 'usage', usage: counted }];
}

function readEnd(event: Json): Part[] {
  const reason = textAt(objectAt(event, 'delta'), 'stop_reason');
  return [...readUsage(objectAt(event, 'usage')), ...(reason === '' ? [] : [{ type: 'finish' as const, reason }])];
}
