import type { UsageTokens } from '@switchyard/contracts';
import type { FinishReason, Json, StreamPart } from '../../../dialects/canonical.ts';
import type { Frame, StreamReader } from '../../../dialects/dialect.ts';
import { asText, isObject } from '../../../dialects/json.ts';
import { newId } from '../../../dialects/new-id.ts';
import { parseJson } from '../../../dialects/parse-json.ts';
import { cutOff, StreamParts } from '../../../dialects/stream-parts.ts';
import { errorIn } from './errors.ts';
import { readStopReason } from './stop-reason.ts';
import { readUsage } from './usage.ts';

/** Reads Converse's events. Usage comes after the stop, so the answer is finished with it or with the last byte. */
export class ConverseReader implements StreamReader {
  readonly #parts = new StreamParts();
  /** Calls that are open, by the index of their block, and whether input came. */
  readonly #calls = new Map<unknown, { readonly id: string; empty: boolean }>();
  #stop: FinishReason | undefined;
  #usage: UsageTokens | undefined;

  read({ event, data }: Frame): StreamPart[] {
    const payload = parseJson(data);
    if (!isObject(payload) || this.#parts.ended) return [];
    const { contentBlockIndex: index } = payload;
    switch (event) {
      case 'messageStart':
        this.#parts.start(newId('chatcmpl-'), '');
        break;
      case 'contentBlockStart':
        if (isObject(payload.start) && isObject(payload.start.toolUse)) this.#open(index, payload.start.toolUse);
        break;
      case 'contentBlockDelta':
        this.#grow(index, isObject(payload.delta) ? payload.delta : {});
        break;
      case 'contentBlockStop':
        this.#close(index);
        break;
      case 'messageStop':
        this.#stop = readStopReason(payload.stopReason);
        break;
      case 'metadata':
        this.#usage = readUsage(payload) ?? this.#usage;
        if (this.#stop) this.#finish(this.#stop);
        break;
      default: {
        const error = errorIn(payload);
        if (error) this.#parts.fail(error);
      }
    }
    return this.#parts.take();
  }

  end(): StreamPart[] {
    if (this.#stop) this.#finish(this.#stop);
    else this.#parts.fail(cutOff);
    return this.#parts.take();
  }

  #open(index: unknown, { toolUseId, name }: Json): void {
    this.#parts.start(newId('chatcmpl-'), '');
    const id = asText(toolUseId || newId('tooluse_'));
    this.#calls.set(index, { id, empty: true });
    this.#parts.startCall(id, asText(name));
  }

  #grow(index: unknown, { text, toolUse, reasoningContent }: Json): void {
    this.#parts.start(newId('chatcmpl-'), '');
    const call = this.#calls.get(index);
    if (typeof text === 'string') this.#parts.text(text);
    else if (isObject(reasoningContent) && typeof reasoningContent.text === 'string')
      this.#parts.reasoning(reasoningContent.text);
    else if (call && isObject(toolUse) && typeof toolUse.input === 'string') {
      call.empty &&= toolUse.input === '';
      this.#parts.callInput(call.id, toolUse.input);
    }
  }

  #close(index: unknown): void {
    const call = this.#calls.get(index);
    if (!call) {
      this.#parts.close();
      return;
    }
    this.#calls.delete(index);
    if (call.empty) this.#parts.callInput(call.id, '{}');
    this.#parts.endCall(call.id);
  }

  #finish(reason: FinishReason): void {
    this.#parts.finish(reason, this.#usage);
  }
}
