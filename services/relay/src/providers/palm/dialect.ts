import type {
  AssistantPart,
  ChatRequest,
  ChatResult,
  FilePart,
  Json,
  Message,
  TextPart,
} from '../../dialects/canonical.ts';
import type { UpstreamDialect, Warn } from '../../dialects/dialect.ts';
import { errorIn, readError } from '../../dialects/gemini/errors.ts';
import { joinText } from '../../dialects/join-text.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { newId } from '../../dialects/new-id.ts';
import { cutOff } from '../../dialects/stream-parts.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { seldomTaken, type Unused, warnUnused } from '../../dialects/warn-unused.ts';
import { badRequest } from '../../errors.ts';

/** generateMessage of the PaLM API: text alone, no stream, no tools, no usage; authors are numbers. */
export const generateMessage: UpstreamDialect = {
  ...neverPassed,
  name: 'palm',
  writeRequest,
  readResponse(payload): ChatResult {
    const [answer] = candidatesOf(payload);
    const filtered = isObject(payload) && Array.isArray(payload.filters) && payload.filters.length > 0;
    if (!answer && !filtered) throw new UpstreamRefusal(errorIn(payload) ?? noAnswer);
    return {
      id: newId('chatcmpl-'),
      model: '',
      parts: answer ? [{ type: 'text', text: asText(answer.content) }] : [],
      finishReason: answer ? { unified: 'stop', raw: 'stop' } : { unified: 'content-filter', raw: 'filters' },
    };
  },
  // It never streams: what comes is no answer.
  readStream: () => ({ read: () => [], end: () => [{ type: 'error', error: cutOff }] }),
  readUsage: () => undefined,
  readOutput: (payload) =>
    candidatesOf(payload)
      .map(({ content }) => asText(content))
      .join(''),
  readError,
  errorIn,
};

const unused: readonly Unused[] = [
  ...seldomTaken,
  'responseFormat',
  'reasoning',
  'maxTokens',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'stop',
];

function writeRequest(request: ChatRequest, warn: Warn): Json {
  warnUnused(request, unused, warn);
  if (request.tools.length > 0) warn('tools', 'this model calls none');
  if ((request.choices ?? 1) > 1) throw badRequest('This model gives one answer per request.', 'n');
  const { temperature, topP, topK, messages } = request;
  const context = messages.flatMap((message) => (message.role === 'system' ? [textOf(message.parts)] : [])).join('\n');
  return {
    prompt: { ...(context !== '' && { context }), messages: inTurns(messages.flatMap(writeMessage)) },
    ...(temperature !== undefined && { temperature: Math.min(1, temperature) }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    candidateCount: 1,
  };
}

/** Author 0 asks and author 1 answers; what a tool said is told by the one who asks. */
function writeMessage(message: Message): { author: string; content: string }[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'tool':
      return message.parts.map(({ content }) => ({ author: '0', content: textOf(content) }));
    default:
      return [{ author: message.role === 'user' ? '0' : '1', content: textOf(message.parts) }];
  }
}

/** Authors must alternate. */
function inTurns(messages: readonly { author: string; content: string }[]): Json[] {
  const turns: { author: string; content: string }[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.author === message.author) last.content += `\n${message.content}`;
    else turns.push({ ...message });
  }
  return turns;
}

function textOf(parts: readonly (TextPart | FilePart | AssistantPart)[]): string {
  if (parts.some(({ type }) => type === 'file')) throw badRequest('This model reads text only.', 'messages');
  return joinText(parts);
}

function candidatesOf(payload: unknown): Json[] {
  return isObject(payload) && Array.isArray(payload.candidates) ? payload.candidates.filter(isObject) : [];
}

const noAnswer = {
  verdict: 'retry',
  message: 'The upstream answered with something else than a message.',
  type: 'upstream_error',
  code: 'bad_response_body',
  param: null,
} as const;
