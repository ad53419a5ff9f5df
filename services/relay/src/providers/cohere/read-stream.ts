import type { Citation, Json, StreamPart, UpstreamError } from '../../dialects/canonical.ts';
import type { Frame, StreamReader } from '../../dialects/dialect.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { newId } from '../../dialects/new-id.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { cutOff, StreamParts } from '../../dialects/stream-parts.ts';
import { errorIn, readError } from './errors.ts';
import { readFinishReason } from './finish-reason.ts';
import { readCitation } from './read-response.ts';
import { readToolName } from './tool-name.ts';
import { readUsage } from './usage.ts';

export function readStream(): StreamReader {
  return new CohereStream();
}

interface OpenCall {
  readonly id: string;
  empty: boolean;
}

class CohereStream implements StreamReader {
  readonly #parts = new StreamParts();
  readonly #calls = new Map<unknown, OpenCall>();
  #citations: Citation[] = [];
  #produced = false;

  read(frame: Frame): StreamPart[] {
    const event = parseJson(frame.data);
    if (isObject(event)) this.#readEvent(event, isObject(event.delta) ? event.delta : {});
    return this.#parts.take();
  }

  end(): StreamPart[] {
    this.#parts.fail(cutOff);
    return this.#parts.take();
  }

  #readEvent(event: Json, delta: Json): void {
    const message = isObject(delta.message) ? delta.message : {};
    switch (event.type) {
      case 'message-start':
        this.#parts.start(typeof event.id === 'string' ? event.id : newId('chatcmpl-'), '');
        break;
      case 'content-start':
      case 'content-delta':
        this.#readContent(isObject(message.content) ? message.content : {});
        break;
      case 'tool-plan-delta':
        this.#write('reasoning', message.tool_plan);
        break;
      case 'tool-call-start':
        this.#startCall(event.index, isObject(message.tool_calls) ? message.tool_calls : {});
        break;
      case 'tool-call-delta':
        this.#addInput(event.index, isObject(message.tool_calls) ? message.tool_calls : {});
        break;
      case 'tool-call-end':
        this.#endCall(event.index);
        break;
      case 'citation-start':
        this.#citations.push(...readCitation(message.citations));
        break;
      case 'message-end':
        this.#finish(event, delta);
        break;
      default: {
        const error = errorIn(event);
        if (error) this.#parts.fail(error);
      }
    }
  }

  #readContent(content: Json): void {
    this.#write('reasoning', content.thinking);
    this.#write('text', content.text);
  }

  #write(kind: 'text' | 'reasoning', text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#produced = true;
    this.#parts[kind](text);
  }

  #startCall(index: unknown, call: Json): void {
    const called = isObject(call.function) ? call.function : {};
    const id = typeof call.id === 'string' ? call.id : newId('call_');
    this.#produced = true;
    this.#calls.set(index, { id, empty: true });
    this.#parts.startCall(id, readToolName(asText(called.name)));
    this.#addInput(index, call);
  }

  #addInput(index: unknown, call: Json): void {
    const open = this.#calls.get(index);
    const piece = isObject(call.function) ? call.function.arguments : undefined;
    if (!open || typeof piece !== 'string' || piece === '') return;
    open.empty = false;
    this.#parts.callInput(open.id, piece);
  }

  /** Tools without arguments get no pieces of them. */
  #endCall(index: unknown): void {
    const open = this.#calls.get(index);
    if (!open) return;
    if (open.empty) this.#parts.callInput(open.id, '{}');
    this.#parts.endCall(open.id);
    this.#calls.delete(index);
  }

  #finish(event: Json, delta: Json): void {
    for (const index of [...this.#calls.keys()]) this.#endCall(index);
    if (this.#citations.length > 0) this.#parts.close(this.#citations);
    const reason = readFinishReason(delta.finish_reason);
    if (reason || this.#produced) {
      this.#parts.finish(reason ?? { unified: 'stop', raw: asText(delta.finish_reason) }, readUsage(event));
    } else this.#parts.fail(failureOf(delta));
  }
}

function failureOf(delta: Json): UpstreamError {
  return readError(500, JSON.stringify({ error: delta.error ?? 'The upstream failed.' }));
}
