import type { UsageTokens } from '@switchyard/contracts';
import type { ChatResult, Json, StreamPart } from '../../dialects/canonical.ts';
import type { Frame, StreamReader, UpstreamDialect } from '../../dialects/dialect.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { newId } from '../../dialects/new-id.ts';
import { readUsage as readOpenaiUsage } from '../../dialects/openai-chat/usage.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { cutOff, StreamParts } from '../../dialects/stream-parts.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { errorIn, moderated, readError } from './errors.ts';
import { writeRequest } from './write-request.ts';

/** Spark over WebSocket. Answers are always frames; a client that wants the whole gets them gathered. */
export const spark: UpstreamDialect = {
  ...neverPassed,
  name: 'xunfei-spark',
  writeRequest,
  readResponse(payload): ChatResult {
    throw new UpstreamRefusal(errorIn(payload) ?? readError(500, JSON.stringify(payload)));
  },
  readStream: () => new SparkStream(),
  readUsage,
  readOutput(payload) {
    const pieces = piecesIn(payload);
    return pieces.map(({ content, reasoning, call }) => content + reasoning + (call?.input ?? '')).join('');
  },
  readError,
  errorIn,
};

/** Stands in the last frame. Of its two counts of the question the one with the history is billed. */
function readUsage(payload: unknown): UsageTokens | undefined {
  const { usage } = payloadOf(payload);
  return isObject(usage) ? readOpenaiUsage({ usage: usage.text }) : undefined;
}

function payloadOf(frame: unknown): Json {
  return isObject(frame) && isObject(frame.payload) ? frame.payload : {};
}

interface Piece {
  readonly content: string;
  readonly reasoning: string;
  readonly call: { readonly name: string; readonly input: string } | undefined;
}

function piecesIn(frame: unknown): Piece[] {
  const { choices } = payloadOf(frame);
  const texts = isObject(choices) && Array.isArray(choices.text) ? choices.text.filter(isObject) : [];
  return texts.map(({ content, reasoning_content: reasoning, function_call: call }) => ({
    content: textOf(content),
    reasoning: textOf(reasoning),
    call: isObject(call) ? { name: textOf(call.name), input: textOf(call.arguments) || '{}' } : undefined,
  }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const lastStatus = 2;

class SparkStream implements StreamReader {
  readonly #parts = new StreamParts();
  #produced = false;

  read(frame: Frame): StreamPart[] {
    const event = parseJson(frame.data);
    if (isObject(event)) this.#readEvent(event, isObject(event.header) ? event.header : {});
    return this.#parts.take();
  }

  end(): StreamPart[] {
    this.#parts.fail(cutOff);
    return this.#parts.take();
  }

  #readEvent(event: Json, header: Json): void {
    const error = errorIn(event);
    if (error) {
      // What was said before moderation stepped in stands.
      if (this.#produced && moderated.has(header.code)) {
        this.#parts.finish({ unified: 'content-filter', raw: asText(header.code) });
      } else this.#parts.fail(error);
      return;
    }
    this.#parts.start(textOf(header.sid) || newId('chatcmpl-'), '');
    for (const { reasoning, content, call } of piecesIn(event)) {
      this.#produced ||= reasoning !== '' || content !== '';
      this.#parts.reasoning(reasoning);
      this.#parts.text(content);
      if (call) this.#parts.toolCall(newId('call_'), call.name, call.input);
    }
    if (header.status !== lastStatus) return;
    const unified = this.#parts.calls > 0 ? 'tool-calls' : 'stop';
    this.#parts.finish({ unified, raw: '' }, readUsage(event));
  }
}
