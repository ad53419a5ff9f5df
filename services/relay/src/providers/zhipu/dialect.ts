import type { UsageTokens } from '@switchyard/contracts';
import type { ChatResult, Json, StreamPart, UpstreamError } from '../../dialects/canonical.ts';
import type { Frame, StreamReader, UpstreamDialect } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { newId } from '../../dialects/new-id.ts';
import { readUsage as readOpenaiUsage } from '../../dialects/openai-chat/usage.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { cutOff, StreamParts } from '../../dialects/stream-parts.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { readError, errorIn as readErrorIn } from '../zhipu-v4/errors.ts';
import { writeRequest } from './write-request.ts';

const stop = { unified: 'stop', raw: 'finish' } as const;

/** Zhipu's third version: the first ChatGLM models. */
export const zhipuV3: UpstreamDialect = {
  ...neverPassed,
  name: 'zhipu-v3',
  writeRequest,
  readResponse(payload): ChatResult {
    const data = dataOf(payload);
    const text = readText(data);
    if (!data || text === undefined) throw new UpstreamRefusal(readError(500, JSON.stringify(payload)));
    const usage = readOpenaiUsage(data);
    const id = typeof data.request_id === 'string' ? data.request_id : newId('chatcmpl-');
    return { id, model: '', parts: [{ type: 'text', text }], finishReason: stop, ...(usage && { usage }) };
  },
  readStream: () => new ZhipuStream(),
  readUsage: (payload) => readOpenaiUsage(dataOf(payload)),
  readOutput: (payload) => readText(dataOf(payload)) ?? '',
  readError,
  errorIn,
};

/** Failures come with status 200. */
function errorIn(payload: unknown): UpstreamError | undefined {
  if (!isObject(payload) || payload.success !== false) return undefined;
  return readErrorIn({ error: { code: payload.code, message: payload.msg } });
}

function dataOf(payload: unknown): Json | undefined {
  return isObject(payload) && isObject(payload.data) ? payload.data : undefined;
}

/** Contents of whole answers are texts within quotation marks, and escaped as such. */
function readText(data: Json | undefined): string | undefined {
  const choice = Array.isArray(data?.choices) ? data.choices[0] : undefined;
  if (!isObject(choice) || typeof choice.content !== 'string') return undefined;
  const unquoted = parseJson(choice.content);
  return typeof unquoted === 'string' ? unquoted : choice.content;
}

class ZhipuStream implements StreamReader {
  readonly #parts = new StreamParts();
  #usage: UsageTokens | undefined;

  read({ event, data }: Frame): StreamPart[] {
    if (event === 'meta') this.#usage = readOpenaiUsage(parseJson(data));
    else if (event === 'add' || event === 'finish') this.#add(event, data);
    else if (event === 'error') this.#parts.fail(readError(500, data));
    else if (event === 'interrupted') this.#parts.finish({ unified: 'content-filter', raw: event }, this.#usage);
    return this.#parts.take();
  }

  end(): StreamPart[] {
    this.#parts.fail(cutOff);
    return this.#parts.take();
  }

  #add(event: string, text: string): void {
    this.#parts.start(newId('chatcmpl-'), '');
    this.#parts.text(text);
    if (event === 'finish') this.#parts.finish(stop, this.#usage);
  }
}
