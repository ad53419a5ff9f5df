import type { UsageTokens } from '@switchyard/contracts';
import type { Citation, Json, Signature, StreamPart } from '../canonical.ts';
import type { Frame, StreamReader } from '../dialect.ts';
import { asText, isObject } from '../json.ts';
import { newId } from '../new-id.ts';
import { parseJson } from '../parse-json.ts';
import { cutOff } from '../stream-parts.ts';
import { readCitation } from './citations.ts';
import { errorIn } from './errors.ts';
import { serviceTiers } from './service-tiers.ts';
import { readStopReason } from './stop-reason.ts';
import { readUsage } from './usage.ts';

type Block =
  | { readonly kind: 'text'; readonly id: string; citations: Citation[] }
  | { readonly kind: 'reasoning'; readonly id: string; signature: string; redacted: boolean }
  /** `preset`: an input that came whole with the start of the block. */
  | { readonly kind: 'tool'; readonly id: string; readonly preset: string; empty: boolean }
  /** Tools that the host runs itself, and whatever is not known. */
  | { readonly kind: 'other' };

/** Reads a stream of Anthropic's events; lenient with imitators that repeat, misplace or leave out events. */
export class MessagesReader implements StreamReader {
  readonly #tierMember: string | undefined;
  readonly #blocks = new Map<unknown, Block>();
  #parts: StreamPart[] = [];
  #started = false;
  #ended = false;
  #called = false;
  #opened = 0;
  #usage: UsageTokens | undefined;
  #stop: Json | undefined;

  /** `tierMember`: the member of the request that asked for a tier of service, when one did. */
  constructor(tierMember?: string) {
    this.#tierMember = tierMember;
  }

  read(frame: Frame): StreamPart[] {
    const event = this.#ended ? undefined : parseJson(frame.data);
    if (!isObject(event)) return [];
    this.#usage = readUsage(event, this.#usage) ?? this.#usage;
    switch (event.type) {
      case 'message_start':
        this.#start(isObject(event.message) ? event.message : {});
        this.#noteTier(event);
        break;
      case 'content_block_start':
        this.#open(event.index, isObject(event.content_block) ? event.content_block : {});
        break;
      case 'content_block_delta':
        this.#grow(event.index, isObject(event.delta) ? event.delta : {});
        break;
      case 'content_block_stop':
        this.#close(event.index);
        break;
      case 'message_delta':
        this.#noteStop(isObject(event.delta) ? event.delta : {});
        this.#noteTier(event);
        break;
      case 'message_stop':
        this.#finish();
        break;
      default:
        this.#fail(event);
    }
    return this.#take();
  }

  end(): StreamPart[] {
    if (this.#ended) return [];
    if (typeof this.#stop?.stop_reason === 'string') {
      this.#finish();
    } else {
      this.#closeAll();
      this.#parts.push({ type: 'error', error: cutOff });
      this.#ended = true;
    }
    return this.#take();
  }

  #take(): StreamPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #start(message: Json): void {
    if (this.#started) return;
    this.#started = true;
    const { id, model } = message;
    this.#parts.push({
      type: 'start',
      id: typeof id === 'string' ? id : '',
      model: typeof model === 'string' ? model : '',
      ...(this.#usage ? { usage: this.#usage } : {}),
    });
  }

  #noteTier(event: Json): void {
    const serviceTier = this.#tierMember === undefined ? undefined : serviceTiers.told(event, this.#tierMember);
    if (serviceTier !== undefined) this.#parts.push({ type: 'service-tier', serviceTier });
  }

  #open(index: unknown, fields: Json): Block {
    this.#start({});
    this.#close(index);
    const block = this.#blockFor(fields);
    this.#blocks.set(index, block);
    if (block.kind === 'text') this.#parts.push({ type: 'text-start', id: block.id });
    if (block.kind === 'reasoning') this.#parts.push({ type: 'reasoning-start', id: block.id });
    if (block.kind === 'tool') {
      this.#called = true;
      this.#parts.push({ type: 'tool-input-start', id: block.id, name: asText(fields.name) });
    }
    // Some hosts put the first piece into the start.
    if (block.kind === 'text' && fields.text) this.#grow(index, fields);
    if (block.kind === 'reasoning' && fields.thinking) this.#grow(index, fields);
    return block;
  }

  #blockFor(fields: Json): Block {
    const id = String(this.#opened++);
    switch (fields.type) {
      case 'text':
        return { kind: 'text', id, citations: [] };
      case 'thinking':
        return { kind: 'reasoning', id, signature: text(fields.signature), redacted: false };
      case 'redacted_thinking':
        return { kind: 'reasoning', id, signature: text(fields.data), redacted: true };
      case 'tool_use': {
        const preset = isObject(fields.input) ? JSON.stringify(fields.input) : '{}';
        return { kind: 'tool', id: text(fields.id) || newId('toolu_'), preset, empty: true };
      }
      default:
        return { kind: 'other' };
    }
  }

  #grow(index: unknown, delta: Json): void {
    const block = this.#blocks.get(index) ?? this.#openFor(index, delta);
    if (block?.kind === 'text') {
      if (typeof delta.text === 'string') {
        if (delta.text !== '') this.#parts.push({ type: 'text-delta', id: block.id, text: delta.text });
      } else {
        const citation = readCitation(delta.citation);
        if (citation) block.citations.push(citation);
      }
    } else if (block?.kind === 'reasoning') {
      if (typeof delta.signature === 'string') block.signature += delta.signature;
      if (delta.thinking && typeof delta.thinking === 'string')
        this.#parts.push({ type: 'reasoning-delta', id: block.id, text: delta.thinking });
    } else if (block?.kind === 'tool' && delta.partial_json && typeof delta.partial_json === 'string') {
      block.empty = false;
      this.#parts.push({ type: 'tool-input-delta', id: block.id, text: delta.partial_json });
    }
  }

  /** A piece of a block that was never opened; of a tool nothing can be made without its name. */
  #openFor(index: unknown, delta: Json): Block | undefined {
    if (typeof delta.text === 'string') return this.#open(index, { type: 'text' });
    if (typeof delta.thinking === 'string') return this.#open(index, { type: 'thinking' });
    return undefined;
  }

  #close(index: unknown): void {
    const block = this.#blocks.get(index);
    if (!block) return;
    this.#blocks.delete(index);
    if (block.kind === 'text') {
      const { id, citations } = block;
      this.#parts.push({ type: 'text-end', id, ...(citations.length > 0 ? { citations } : {}) });
    } else if (block.kind === 'reasoning') {
      const signature: Signature | undefined = block.signature
        ? { dialect: 'anthropic-messages', value: block.signature, ...(block.redacted ? { redacted: true } : {}) }
        : undefined;
      this.#parts.push({ type: 'reasoning-end', id: block.id, ...(signature ? { signature } : {}) });
    } else if (block.kind === 'tool') {
      if (block.empty) this.#parts.push({ type: 'tool-input-delta', id: block.id, text: block.preset });
      this.#parts.push({ type: 'tool-input-end', id: block.id });
    }
  }

  #closeAll(): void {
    for (const index of [...this.#blocks.keys()]) this.#close(index);
  }

  #noteStop(delta: Json): void {
    this.#start({});
    this.#stop = { ...this.#stop, ...delta };
    const { stop_details: details } = delta;
    if (delta.stop_reason === 'refusal' && isObject(details) && typeof details.explanation === 'string')
      this.#parts.push({ type: 'refusal-delta', text: details.explanation });
  }

  #finish(): void {
    this.#start({});
    this.#closeAll();
    this.#ended = true;
    const stop_reason = this.#called ? 'tool_use' : 'end_turn';
    this.#parts.push({
      type: 'finish',
      finishReason: readStopReason(this.#stop ?? { stop_reason }),
      ...(this.#usage ? { usage: this.#usage } : {}),
    });
  }

  /** `ping` and events that are not known say nothing. */
  #fail(event: Json): void {
    const error = errorIn(event);
    if (!error) return;
    this.#closeAll();
    this.#ended = true;
    this.#parts.push({ type: 'error', error });
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
