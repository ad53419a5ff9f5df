import type { Citation, Json, Signature, StreamPart } from '../canonical.ts';
import type { Frame, StreamReader } from '../dialect.ts';
import { asText, isObject } from '../json.ts';
import { parseJson } from '../parse-json.ts';
import { cutOff } from '../stream-parts.ts';
import { errorIn } from './errors.ts';
import { readFinishReason } from './finish-reason.ts';
import { readReasoning } from './read-items.ts';
import { readCitation, readContents, readPicture } from './read-response.ts';
import { serviceTiers } from './service-tiers.ts';
import { readUsage } from './usage.ts';

type Block =
  | { readonly kind: 'text' | 'reasoning'; readonly id: string; section: unknown; readonly citations: Citation[] }
  | { readonly kind: 'tool'; readonly id: string; empty: boolean };

/** Reads the events of a response; items are told apart by their ids. */
export class ResponsesReader implements StreamReader {
  #parts: StreamPart[] = [];
  #started = false;
  #ended = false;
  #calls = false;
  /** Items of which something was told. */
  readonly #told = new Set<unknown>();
  /** Open blocks by the id of their item. */
  readonly #blocks = new Map<unknown, Block>();

  read(frame: Frame): StreamPart[] {
    const event = this.#ended ? undefined : parseJson(frame.data);
    if (isObject(event)) this.#readEvent(event);
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  end(): StreamPart[] {
    if (this.#ended) return [];
    this.#closeAll();
    this.#ended = true;
    return [...this.#parts.splice(0), { type: 'error', error: cutOff }];
  }

  #readEvent(event: Json): void {
    const item = isObject(event.item) ? event.item : undefined;
    switch (event.type) {
      case 'response.created':
      case 'response.in_progress':
        this.#start(isObject(event.response) ? event.response : {});
        this.#noteTier(event);
        break;
      case 'response.output_item.added':
        if (item) this.#open(item);
        break;
      case 'response.output_text.delta':
        this.#grow('text', event, event.content_index);
        break;
      case 'response.reasoning_summary_text.delta':
        this.#grow('reasoning', event, event.summary_index);
        break;
      case 'response.reasoning_text.delta':
        this.#grow('reasoning', event, event.content_index);
        break;
      case 'response.refusal.delta':
        this.#told.add(event.item_id);
        this.#say({ type: 'refusal-delta', text: asText(event.delta) });
        break;
      case 'response.output_text.annotation.added': {
        const block = this.#blocks.get(event.item_id);
        if (block?.kind === 'text') block.citations.push(...readCitation(event.annotation));
        break;
      }
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        this.#growCall(event.item_id, asText(event.delta));
        break;
      case 'response.output_item.done':
        if (item) this.#close(item);
        this.#told.add(item?.id);
        break;
      case 'response.completed':
      case 'response.incomplete':
        this.#start(isObject(event.response) ? event.response : {});
        this.#noteTier(event);
        this.#finish(isObject(event.response) ? event.response : {});
        break;
      default:
        this.#fail(event);
    }
  }

  #say(part: StreamPart): void {
    this.#start({});
    this.#parts.push(part);
  }

  #start({ id, model }: Json): void {
    if (this.#started) return;
    this.#started = true;
    this.#parts.push({ type: 'start', id: asText(id), model: asText(model) });
  }

  #noteTier(event: Json): void {
    const serviceTier = serviceTiers.told(event, 'service_tier');
    if (serviceTier !== undefined) this.#parts.push({ type: 'service-tier', serviceTier });
  }

  #open(item: Json): void {
    if (item.type !== 'function_call' && item.type !== 'custom_tool_call') return;
    const id = asText(item.call_id ?? item.id);
    const custom = item.type === 'custom_tool_call';
    this.#calls = true;
    this.#blocks.set(item.id, { kind: 'tool', id, empty: true });
    this.#say({ type: 'tool-input-start', id, name: asText(item.name), ...(custom && { custom }) });
  }

  #grow(kind: 'text' | 'reasoning', event: Json, section: unknown): void {
    const text = asText(event.delta);
    if (text === '') return;
    let block = this.#blocks.get(event.item_id);
    if (block?.kind === 'tool') return;
    if (block && kind === 'text' && block.section !== section) {
      this.#end(event.item_id, block);
      block = undefined;
    }
    if (!block) {
      this.#told.add(event.item_id);
      block = { kind, id: `${asText(event.item_id)}:${asText(section)}`, section, citations: [] };
      this.#blocks.set(event.item_id, block);
      this.#say({ type: `${kind}-start`, id: block.id });
    } else if (block.section !== section) {
      // Sections of a summary are paragraphs.
      block.section = section;
      this.#say({ type: `${kind}-delta`, id: block.id, text: '\n\n' });
    }
    this.#say({ type: `${kind}-delta`, id: block.id, text });
  }

  #growCall(itemId: unknown, text: string): void {
    const block = this.#blocks.get(itemId);
    if (block?.kind !== 'tool' || text === '') return;
    block.empty = false;
    this.#say({ type: 'tool-input-delta', id: block.id, text });
  }

  #close(item: Json): void {
    if (item.type === 'image_generation_call') {
      for (const { mediaType, source } of readPicture(item))
        if (source.kind === 'data') this.#say({ type: 'file', mediaType, base64: source.base64 });
      return;
    }
    if (item.type === 'reasoning') {
      this.#closeReasoning(item);
      return;
    }
    if (item.type === 'message' && !this.#told.has(item.id)) this.#sayMessage(item);
    const itemId = this.#blocks.has(item.id) ? item.id : this.#idByCall(item);
    if (!this.#blocks.has(itemId)) this.#open(item);
    const block = this.#blocks.get(itemId);
    if (block?.kind === 'tool' && block.empty) this.#growCall(itemId, asText(item.arguments ?? item.input));
    if (block) this.#end(itemId, block);
  }

  /** Some hosts name an item otherwise at its end than at its beginning. */
  #idByCall({ id, call_id: callId }: Json): unknown {
    for (const [itemId, block] of this.#blocks) if (block.kind === 'tool' && block.id === callId) return itemId;
    return id;
  }

  /** Of a message that comes whole. */
  #sayMessage(item: Json): void {
    for (const [at, part] of readContents(item).entries()) {
      if (part.type === 'refusal') this.#say({ type: 'refusal-delta', text: part.text });
      if (part.type !== 'text') continue;
      const { text, citations } = part;
      const id = `${asText(item.id)}:${at}`;
      this.#say({ type: 'text-start', id });
      if (text !== '') this.#say({ type: 'text-delta', id, text });
      this.#say({ type: 'text-end', id, ...(citations && { citations }) });
    }
  }

  /** The proof of reasoning comes with the end of its item, often without a word of text. */
  #closeReasoning(item: Json): void {
    const { signature, text } = readReasoning(item);
    const block = this.#blocks.get(item.id);
    if (block) this.#end(item.id, block, signature);
    else if (signature || text !== '') {
      const id = `${asText(item.id)}:0`;
      this.#say({ type: 'reasoning-start', id });
      if (text !== '') this.#say({ type: 'reasoning-delta', id, text });
      this.#say({ type: 'reasoning-end', id, ...(signature && { signature }) });
    }
  }

  #end(itemId: unknown, block: Block, signature?: Signature): void {
    this.#blocks.delete(itemId);
    if (block.kind === 'tool') this.#say({ type: 'tool-input-end', id: block.id });
    else if (block.kind === 'reasoning')
      this.#say({ type: 'reasoning-end', id: block.id, ...(signature && { signature }) });
    else
      this.#say({ type: 'text-end', id: block.id, ...(block.citations.length > 0 && { citations: block.citations }) });
  }

  #closeAll(): void {
    for (const [itemId, block] of [...this.#blocks]) this.#end(itemId, block);
  }

  #finish(response: Json): void {
    // Some hosts tell everything at the end.
    if (this.#told.size === 0 && !this.#calls && Array.isArray(response.output))
      for (const item of response.output) if (isObject(item)) this.#close(item);
    this.#closeAll();
    this.#ended = true;
    const usage = readUsage(response);
    this.#parts.push({
      type: 'finish',
      finishReason: readFinishReason(response, this.#calls),
      ...(usage && { usage }),
    });
  }

  /** Events that are not known say nothing. */
  #fail(event: Json): void {
    const error = errorIn(event);
    if (!error) return;
    this.#closeAll();
    this.#ended = true;
    this.#parts.push({ type: 'error', error });
  }
}
