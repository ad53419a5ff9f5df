import type { UsageTokens } from '@switchyard/contracts';
import type { Json, Signature, StreamPart } from '../canonical.ts';
import type { Frame, StreamReader } from '../dialect.ts';
import { isObject } from '../json.ts';
import { newId } from '../new-id.ts';
import { parseJson } from '../parse-json.ts';
import { cutOff } from '../stream-parts.ts';
import { errorIn } from './errors.ts';
import { readFinishReason } from './finish-reason.ts';
import { readPictures } from './read-response.ts';
import { serviceTiers } from './service-tiers.ts';
import { readCallSignature, readReasoningDetail } from './signature.ts';
import { readUsage } from './usage.ts';

interface Call {
  readonly id: string;
  /** As the upstream counts them; undefined where it does not. */
  readonly index: unknown;
  custom: boolean;
  name: string;
  /** Its start was told: that waits for the name. */
  begun: boolean;
  /** Arguments that came before the name. */
  early: string;
  signature?: Signature | undefined;
}

/** Reads a stream of chat chunks; lenient with hosts that leave out indexes, repeat ids or tell usage anywhere. */
export class ChatReader implements StreamReader {
  #parts: StreamPart[] = [];
  #started = false;
  #ended = false;
  #open: { readonly kind: 'text' | 'reasoning'; readonly id: string; text: string } | undefined;
  #signature: Signature | undefined;
  #blocks = 0;
  readonly #calls: Call[] = [];
  #finish: unknown;
  #usage: UsageTokens | undefined;
  #serviceTier: string | undefined;

  read(frame: Frame): StreamPart[] {
    if (this.#ended) return [];
    if (frame.data.trim() === '[DONE]') {
      this.#end(true);
      return this.#take();
    }
    const chunk = parseJson(frame.data);
    if (isObject(chunk)) this.#readChunk(chunk);
    return this.#take();
  }

  end(): StreamPart[] {
    if (!this.#ended) this.#end(this.#finish !== undefined);
    return this.#take();
  }

  #readChunk(chunk: Json): void {
    const error = chunk.error ? errorIn(chunk) : undefined;
    if (error) {
      this.#close();
      this.#ended = true;
      this.#parts.push({ type: 'error', error });
      return;
    }
    if (!this.#started) {
      this.#started = true;
      const id = typeof chunk.id === 'string' && chunk.id !== '' ? chunk.id : newId('chatcmpl-');
      this.#parts.push({ type: 'start', id, model: typeof chunk.model === 'string' ? chunk.model : '' });
    }
    // Repeated on many chunks it only ever grows: the last one counts.
    if (chunk.usage || chunk.x_groq || Array.isArray(chunk.choices)) this.#usage = readUsage(chunk) ?? this.#usage;
    this.#noteTier(serviceTiers.told(chunk, 'service_tier'));
    const choice = Array.isArray(chunk.choices) ? chunk.choices.find((one) => isObject(one) && !one.index) : undefined;
    if (!isObject(choice)) return;
    // Some hosts send whole messages in streams.
    const delta = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {};
    this.#readDelta(delta);
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') this.#finish = choice.finish_reason;
  }

  /** Most hosts repeat it on each chunk. */
  #noteTier(serviceTier: string | undefined): void {
    if (serviceTier === undefined || serviceTier === this.#serviceTier) return;
    this.#serviceTier = serviceTier;
    this.#parts.push({ type: 'service-tier', serviceTier });
  }

  #readDelta(delta: Json): void {
    const reasoning = delta.reasoning_content ?? delta.reasoning;
    if (typeof reasoning === 'string' && reasoning !== '') this.#grow('reasoning', reasoning);
    if (Array.isArray(delta.reasoning_details)) this.#readDetails(delta.reasoning_details);
    if (typeof delta.content === 'string' && delta.content !== '') this.#grow('text', delta.content);
    else if (Array.isArray(delta.content)) {
      for (const part of delta.content)
        if (isObject(part) && typeof part.text === 'string' && part.text !== '') this.#grow('text', part.text);
    }
    if (typeof delta.refusal === 'string' && delta.refusal !== '')
      this.#parts.push({ type: 'refusal-delta', text: delta.refusal });
    for (const { mediaType, source } of readPictures(delta.images))
      if (source.kind === 'data') this.#parts.push({ type: 'file', mediaType, base64: source.base64 });
    if (Array.isArray(delta.tool_calls)) for (const call of delta.tool_calls) if (isObject(call)) this.#readCall(call);
    if (isObject(delta.function_call)) this.#readCall({ index: 0, function: delta.function_call });
  }

  /** A proof ends the reasoning that it is for, whose text it may repeat. */
  #readDetails(details: readonly unknown[]): void {
    for (const { text, signature } of details.flatMap(readReasoningDetail)) {
      const told = this.#open?.kind === 'reasoning' && !signature?.redacted ? this.#open.text : '';
      if (this.#open?.kind !== 'reasoning' || signature?.redacted) this.#begin('reasoning');
      if (text.length > told.length && text.startsWith(told)) this.#grow('reasoning', text.slice(told.length));
      this.#signature = signature;
      this.#close('blocks');
    }
  }

  #readCall(delta: Json): void {
    const custom = delta.type === 'custom' || isObject(delta.custom);
    const called = custom ? delta.custom : delta.function;
    const { name, arguments: given, input } = isObject(called) ? called : ({} as Json);
    const call = this.#callFor(delta, custom, typeof name === 'string' && name !== '');
    const text = custom ? input : given;
    // Some hosts send the object instead of its text, whole.
    const piece = typeof text === 'string' ? text : isObject(text) ? JSON.stringify(text) : '';
    if (!call.begun && typeof name === 'string') call.name += name;
    call.signature = readCallSignature(delta) ?? call.signature;
    if (call.begun) this.#append(call, piece);
    else if (call.name === '') call.early += piece;
    else {
      this.#close('blocks');
      call.begun = true;
      const { id, early } = call;
      this.#parts.push({ type: 'tool-input-start', id, name: call.name, ...(custom && { custom }) });
      this.#append(call, early + piece);
    }
  }

  /** By index, else by id, else the last; a name without either begins another. */
  #callFor(delta: Json, custom: boolean, named: boolean): Call {
    const id = typeof delta.id === 'string' ? delta.id : '';
    const { index } = delta;
    const found =
      index !== undefined && index !== null
        ? this.#calls.find((call) => call.index === index)
        : id !== ''
          ? this.#calls.find((call) => call.id === id)
          : named
            ? undefined
            : this.#calls.at(-1);
    // A host that counts every call as the first.
    if (found && !(named && found.begun && id !== '' && id !== found.id)) return found;
    const call: Call = {
      id: id || newId('call_'),
      index: index ?? undefined,
      custom,
      name: '',
      begun: false,
      early: '',
    };
    const at = this.#calls.findIndex((other) => other.index === call.index && call.index !== undefined);
    if (at >= 0) this.#calls[at] = { ...(this.#calls[at] as Call), index: undefined };
    this.#calls.push(call);
    return call;
  }

  #append(call: Call, text: string): void {
    if (text !== '') this.#parts.push({ type: 'tool-input-delta', id: call.id, text });
  }

  #grow(kind: 'text' | 'reasoning', text: string): void {
    if (this.#open?.kind !== kind) this.#begin(kind);
    const open = this.#open as { id: string; text: string };
    if (kind === 'reasoning') open.text += text;
    this.#parts.push({ type: `${kind}-delta`, id: open.id, text });
  }

  #begin(kind: 'text' | 'reasoning'): void {
    this.#close('blocks');
    const id = `${kind}-${this.#blocks++}`;
    this.#open = { kind, id, text: '' };
    this.#parts.push({ type: `${kind}-start`, id });
  }

  /** Calls may interleave and stay open to the end. */
  #close(what: 'blocks' | 'all' = 'all'): void {
    if (this.#open) {
      const { kind, id } = this.#open;
      this.#open = undefined;
      const signature = kind === 'reasoning' && this.#signature ? { signature: this.#signature } : {};
      this.#parts.push({ type: `${kind}-end`, id, ...signature });
      if (kind === 'reasoning') this.#signature = undefined;
    }
    if (what === 'blocks') return;
    for (const { id, begun, signature } of this.#calls)
      if (begun) this.#parts.push({ type: 'tool-input-end', id, ...(signature && { signature }) });
    this.#calls.length = 0;
  }

  #end(complete: boolean): void {
    this.#ended = true;
    const calls = this.#calls.some(({ begun }) => begun);
    this.#close();
    if (!complete || !this.#started) {
      this.#parts.push({ type: 'error', error: cutOff });
      return;
    }
    this.#parts.push({
      type: 'finish',
      finishReason: readFinishReason(this.#finish, calls),
      ...(this.#usage && { usage: this.#usage }),
    });
  }

  #take(): StreamPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }
}
