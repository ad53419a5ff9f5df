import type { Json, Signature, StreamPart } from '../canonical.ts';
import type { Answer, StreamWriter } from '../dialect.ts';
import { newId } from '../new-id.ts';
import { writeEvent } from './event.ts';
import { writeStatus } from './finish-reason.ts';
import { callItem, messageItem, pictureItem, reasoningItem, textContent } from './items.ts';
import { responseObject } from './response-object.ts';

type Kind = 'text' | 'refusal' | 'reasoning' | 'tool';

interface Item {
  readonly kind: Kind;
  /** Id of the block that it is made of. */
  readonly block: string;
  readonly id: string;
  readonly index: number;
  readonly name: string;
  readonly custom: boolean;
  text: string;
  /** The first piece of its content was announced. */
  begun: boolean;
}

/** Writes an answer as the events of a response: every block becomes an item, announced, filled and closed. */
export class ResponsesWriter implements StreamWriter {
  readonly #answer: Answer;
  readonly #items: Item[] = [];
  readonly #output: Json[] = [];
  #sequence = 0;
  #id = '';
  #model = '';
  #out = '';

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  write(part: StreamPart): string {
    this.#out = '';
    switch (part.type) {
      case 'start':
        this.#start(part.id, part.model);
        break;
      case 'text-start':
      case 'reasoning-start':
        this.#open(part.type === 'text-start' ? 'text' : 'reasoning', part.id);
        break;
      case 'text-delta':
      case 'reasoning-delta':
        this.#grow(part.type === 'text-delta' ? 'text' : 'reasoning', part.id, part.text);
        break;
      case 'text-end': {
        const item = this.#find('text', part.id);
        if (item) this.#endMessage(item, textContent(item.text, part.citations));
        break;
      }
      case 'reasoning-end':
        this.#endReasoning(part.id, part.signature);
        break;
      case 'refusal-delta':
        if (!this.#find('refusal', 'refusal')) this.#open('refusal', 'refusal');
        this.#grow('refusal', 'refusal', part.text);
        break;
      case 'tool-input-start':
        this.#open('tool', part.id, part.name, part.custom === true);
        break;
      case 'tool-input-delta':
        this.#grow('tool', part.id, part.text);
        break;
      case 'tool-input-end':
        this.#endCall(part.id);
        break;
      case 'file':
        this.#whole(pictureItem(part.base64));
        break;
      case 'finish':
        this.#finish(part);
        break;
      case 'error': {
        const { code, message, param } = part.error;
        this.#send({ type: 'error', code, message, param });
      }
    }
    return this.#out;
  }

  #send(event: Json & { readonly type: string }): void {
    const { type, ...rest } = event;
    this.#out += writeEvent({ type, sequence_number: this.#sequence++, ...rest });
  }

  #start(id: string, model: string): void {
    this.#id = id;
    this.#model = model;
    const response = this.#response({ status: 'in_progress' });
    this.#send({ type: 'response.created', response });
    this.#send({ type: 'response.in_progress', response });
  }

  #response(
    status: Json & { readonly status: string },
    more: Partial<Parameters<typeof responseObject>[0]> = {},
  ): Json {
    const output = this.#output.filter((item) => item !== undefined);
    return responseObject({ id: this.#id, model: this.#model, status, output, ...more }, this.#answer);
  }

  #find(kind: Kind, block: string): Item | undefined {
    return this.#items.findLast((item) => item.kind === kind && item.block === block);
  }

  #open(kind: Kind, block: string, name = '', custom = false): void {
    const prefix = kind === 'tool' ? (custom ? 'ctc_' : 'fc_') : kind === 'reasoning' ? 'rs_' : 'msg_';
    const index = this.#output.length;
    const item: Item = { kind, block, id: newId(prefix), index, name, custom, text: '', begun: false };
    this.#items.push(item);
    const begun = this.#itemOf(item, 'in_progress', []);
    this.#output.push(begun);
    this.#send({ type: 'response.output_item.added', output_index: index, item: begun });
  }

  #itemOf(item: Item, status: string, content: readonly Json[], signature?: Signature): Json {
    if (item.kind === 'reasoning') return reasoningItem(item.id, item.text, signature);
    if (item.kind !== 'tool') return messageItem(item.id, status, content);
    const { block, name, text, custom } = item;
    return callItem(item.id, status, {
      type: 'tool-call',
      id: block,
      name,
      arguments: text,
      ...(custom && { custom }),
    });
  }

  #grow(kind: Kind, block: string, text: string): void {
    const item = this.#find(kind, block);
    if (!item || text === '') return;
    if (!item.begun && kind !== 'tool') this.#begin(item);
    item.text += text;
    const { content, ...place } = placeOf(item);
    const type = item.custom ? 'response.custom_tool_call_input.delta' : deltas[kind];
    this.#send({ type, ...place, ...content, delta: text, ...(kind === 'text' && { logprobs: [] }) });
  }

  #begin(item: Item): void {
    item.begun = true;
    const { content, ...place } = placeOf(item);
    const reasoning = item.kind === 'reasoning';
    const part = reasoning
      ? { type: 'summary_text', text: '' }
      : item.kind === 'refusal'
        ? { type: 'refusal', refusal: '' }
        : textContent('');
    const type = reasoning ? 'response.reasoning_summary_part.added' : 'response.content_part.added';
    this.#send({ type, ...place, ...content, part });
  }

  #endMessage(item: Item, part: Json): void {
    if (!item.begun) this.#begin(item);
    const { content, ...place } = placeOf(item);
    const done =
      item.kind === 'refusal'
        ? { type: 'response.refusal.done', refusal: item.text }
        : { type: 'response.output_text.done', text: item.text, logprobs: [] };
    this.#send({ ...done, ...place, ...content });
    this.#send({ type: 'response.content_part.done', ...place, ...content, part });
    this.#close(item, this.#itemOf(item, 'completed', [part]));
  }

  #endReasoning(block: string, signature: Signature | undefined): void {
    const item = this.#find('reasoning', block);
    if (!item) return;
    if (item.begun) {
      const { content, ...place } = placeOf(item);
      const { text } = item;
      this.#send({ type: 'response.reasoning_summary_text.done', ...place, ...content, text });
      const part = { type: 'summary_text', text };
      this.#send({ type: 'response.reasoning_summary_part.done', ...place, ...content, part });
    }
    this.#close(item, this.#itemOf(item, 'completed', [], signature));
  }

  #endCall(block: string): void {
    const item = this.#find('tool', block);
    if (!item) return;
    // Clients parse the arguments of a call that has none.
    if (item.text === '' && !item.custom) this.#grow('tool', block, '{}');
    const { content: _, ...place } = placeOf(item);
    this.#send(
      item.custom
        ? { type: 'response.custom_tool_call_input.done', ...place, input: item.text }
        : { type: 'response.function_call_arguments.done', ...place, name: item.name, arguments: item.text },
    );
    this.#close(item, this.#itemOf(item, 'completed', []));
  }

  #close(item: Item, whole: Json): void {
    this.#items.splice(this.#items.indexOf(item), 1);
    this.#output[item.index] = whole;
    this.#send({ type: 'response.output_item.done', output_index: item.index, item: whole });
  }

  #whole(item: Json): void {
    const output_index = this.#output.length;
    this.#output.push(item);
    this.#send({ type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } });
    this.#send({ type: 'response.output_item.done', output_index, item });
  }

  #finish({ finishReason, usage, serviceTier }: Extract<StreamPart, { type: 'finish' }>): void {
    const refusal = this.#find('refusal', 'refusal');
    if (refusal) this.#endMessage(refusal, { type: 'refusal', refusal: refusal.text });
    const status = writeStatus(finishReason);
    this.#send({ type: `response.${status.status}`, response: this.#response(status, { usage, serviceTier }) });
  }
}

const deltas: Readonly<Record<Kind, string>> = {
  text: 'response.output_text.delta',
  refusal: 'response.refusal.delta',
  reasoning: 'response.reasoning_summary_text.delta',
  tool: 'response.function_call_arguments.delta',
};

/** Where a piece belongs: its item, and the place in the item's content. */
function placeOf({ kind, id, index }: Item) {
  const content: Json = kind === 'tool' ? {} : kind === 'reasoning' ? { summary_index: 0 } : { content_index: 0 };
  return { item_id: id, output_index: index, content };
}
