import type { ChatMessage, Part, Usage } from '../chat.ts';
import { bearer, type Dialect } from './dialect.ts';
import { failureIn } from './failure.ts';
import { type Json, numberAt, objectAt, present, textAt } from './json.ts';

/** OpenAI's Responses. */
export const responses: Dialect = {
  name: 'responses',
  title: 'Responses',
  path: () => '/v1/responses',
  headers: bearer,
  body: (request) =>
    present({
      model: request.model,
      instructions: request.system === '' ? undefined : request.system,
      input: request.messages.map(writeMessage),
      temperature: request.temperature,
      top_p: request.topP,
      max_output_tokens: request.maxTokens,
      stream: true,
    }),
  read: (event) => {
    switch (textAt(event, 'type')) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return [{ type: 'text', text: textAt(event, 'delta') }];
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        return [{ type: 'reasoning', text: textAt(event, 'delta') }];
      case 'response.output_item.added':
        return readItem(event);
      case 'response.function_call_arguments.delta':
        return [{ type: 'tool', key: callKey(event), text: textAt(event, 'delta') }];
      case 'response.completed':
      case 'response.incomplete':
        return readEnd(objectAt(event, 'response'));
      case 'response.failed':
        return readError(objectAt(event, 'response'));
      case 'error':
        return readError({ error: event.error ?? event });
      default:
        return readError(event);
    }
  },
};

function writeMessage({ role, text, pictures }: ChatMessage): Json {
  if (pictures.length === 0) return { role, content: text };
  return {
    role,
    content: [
      ...pictures.map(({ type, data }) => ({ type: 'input_image', image_url: `data:${type};base64,${data}` })),
      ...(text === '' ? [] : [{ type: 'input_text', text }]),
    ],
  };
}

const callKey = (event: Json) => String(numberAt(event, 'output_index') ?? 0);

function readItem(event: Json): Part[] {
  const item = objectAt(event, 'item');
  if (textAt(item, 'type') !== 'function_call') return [];
  return [{ type: 'tool', key: callKey(event), name: textAt(item, 'name'), text: textAt(item, 'arguments') }];
}

function readEnd(response: Json): Part[] {
  const usage = objectAt(response, 'usage');
  const counted: Usage = present({
    input: numberAt(usage, 'input_tokens'),
    output: numberAt(usage, 'output_tokens'),
    cached: numberAt(objectAt(usage, 'input_tokens_details'), 'cached_tokens'),
    reasoning: numberAt(objectAt(usage, 'output_tokens_details'), 'reasoning_tokens'),
  });
  const reason = textAt(objectAt(response, 'incomplete_details'), 'reason') || textAt(response, 'status');
  return [
    { type: 'usage', usage: counted },
    { type: 'finish', reason },
  ];
}

function readError(event: Json): Part[] {
  const failure = failureIn(event);
  return failure === undefined ? [] : [{ type: 'error', failure }];
}
