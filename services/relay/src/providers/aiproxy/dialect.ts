import type { ChatRequest, ChatResult, Json } from '../../dialects/canonical.ts';
import type { UpstreamDialect, Warn } from '../../dialects/dialect.ts';
import { joinText } from '../../dialects/join-text.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { newId } from '../../dialects/new-id.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { warnUnused } from '../../dialects/warn-unused.ts';
import { badRequest } from '../../errors.ts';
import { errorIn, readError } from './errors.ts';
import { readStream } from './read-stream.ts';
import { referenceList } from './reference-list.ts';

/** One question in, an answer with its sources out. No tokens are told: they are counted here. */
export const aiproxyLibrary: UpstreamDialect = {
  ...neverPassed,
  name: 'aiproxy-library',
  writeRequest,
  readResponse,
  readStream,
  readUsage: () => undefined,
  readOutput,
  readError,
  errorIn,
};

const unused = ['responseFormat', 'reasoning', 'maxTokens', 'temperature', 'topP', 'seed', 'stop', 'choices'] as const;

/** The call knows neither history nor settings: the last message is the question. */
function writeRequest(request: ChatRequest, warn: Warn): Json {
  const { model, stream, messages, tools } = request;
  const last = messages.at(-1);
  const query = last?.role === 'user' ? joinText(last.parts) : '';
  if (query === '') throw badRequest('The last message must be a question of the user, in words.', 'messages');
  if (messages.length > 1) warn('messages', 'only the last one is read');
  if (last?.role === 'user' && last.parts.some(({ type }) => type !== 'text')) warn('messages', 'only text is read');
  if (tools.length > 0) warn('tools', 'this model calls none');
  warnUnused(request, unused, warn);
  return { model, query, stream };
}

function readResponse(payload: unknown): ChatResult {
  if (!isObject(payload) || typeof payload.answer !== 'string') {
    throw new UpstreamRefusal(errorIn(payload) ?? readError(500, JSON.stringify(payload)));
  }
  return {
    id: newId('chatcmpl-'),
    model: typeof payload.model === 'string' ? payload.model : '',
    parts: [{ type: 'text', text: payload.answer + referenceList(payload.documents) }],
    finishReason: { unified: 'stop', raw: '' },
  };
}

function readOutput(payload: unknown): string {
  const text = isObject(payload) ? (payload.answer ?? payload.content) : undefined;
  return typeof text === 'string' ? text : '';
}
