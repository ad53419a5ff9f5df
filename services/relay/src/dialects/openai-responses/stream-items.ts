import type { Citation, Json, Signature } from '../canonical.ts';
import { newId } from '../new-id.ts';
import { callItem, messageItem, reasoningItem, textContent } from './items.ts';

export type Send = (event: Json & { readonly type: string }) => void;

interface Place {
  readonly item_id: string;
  readonly output_index: number;
}

function begin(send: Send, output_index: number, item: Json & { id: string }): Place {
  send({ type: 'response.output_item.added', output_index, item });
  return { item_id: item.id, output_index };
}

function finish(send: Send, { output_index }: Place, item: Json): Json {
  send({ type: 'response.output_item.done', output_index, item });
  return item;
}

interface Content {
  readonly index: number;
  readonly refusal: boolean;
  text: string;
}

/** A message while it is written. Texts that follow each other, and a refusal, are its contents. */
export class MessageItem {
  readonly #send: Send;
  readonly #place: Place;
  /** Those that are open, by block. */
  readonly #open = new Map<string, Content>();
  readonly #whole: Json[] = [];
  #contents = 0;

  constructor(send: Send, outputIndex: number) {
    this.#send = send;
    this.#place = begin(send, outputIndex, messageItem(newId('msg_'), 'in_progress', []));
  }

  grow(block: string, text: string, refusal = false): void {
    const content = this.#open.get(block) ?? this.#begin(block, refusal);
    content.text += text;
    const place = { ...this.#place, content_index: content.index, delta: text };
    this.#send(
      refusal
        ? { type: 'response.refusal.delta', ...place }
        : { type: 'response.output_text.delta', ...place, logprobs: [] },
    );
  }

  end(block: string, citations: readonly Citation[] = []): void {
    const content = this.#open.get(block);
    if (!content) return;
    this.#open.delete(block);
    const { index, text, refusal } = content;
    const place = { ...this.#place, content_index: index };
    const part = refusal ? { type: 'refusal', refusal: text } : textContent(text, citations);
    if ('annotations' in part) {
      for (const [annotation_index, annotation] of part.annotations.entries())
        this.#send({ type: 'response.output_text.annotation.added', ...place, annotation_index, annotation });
    }
    this.#send(
      refusal
        ? { type: 'response.refusal.done', ...place, refusal: text }
        : { type: 'response.output_text.done', ...place, text, logprobs: [] },
    );
    this.#send({ type: 'response.content_part.done', ...place, part });
    this.#whole[index] = part;
  }

  close(): Json {
    for (const block of [...this.#open.keys()]) this.end(block);
    return finish(this.#send, this.#place, messageItem(this.#place.item_id, 'completed', this.#whole));
  }

  #begin(block: string, refusal: boolean): Content {
    const content = { index: this.#contents++, refusal, text: '' };
    this.#open.set(block, content);
    const part = refusal ? { type: 'refusal', refusal: '' } : textContent('');
    this.#send({ type: 'response.content_part.added', ...this.#place, content_index: content.index, part });
    return content;
  }
}

/** Reasoning while it is written: one summary, and its proof at the end. */
export class ReasoningItem {
  readonly #send: Send;
  readonly #place: Place;
  #text = '';

  constructor(send: Send, outputIndex: number) {
    this.#send = send;
    this.#place = begin(send, outputIndex, reasoningItem(newId('rs_'), '', undefined));
  }

  grow(text: string): void {
    const place = { ...this.#place, summary_index: 0 };
    if (this.#text === '')
      this.#send({ type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } });
    this.#text += text;
    this.#send({ type: 'response.reasoning_summary_text.delta', ...place, delta: text });
  }

  close(signature: Signature | undefined): Json {
    const text = this.#text;
    if (text !== '') {
      const place = { ...this.#place, summary_index: 0 };
      this.#send({ type: 'response.reasoning_summary_text.done', ...place, text });
      this.#send({ type: 'response.reasoning_summary_part.done', ...place, part: { type: 'summary_text', text } });
    }
    return finish(this.#send, this.#place, reasoningItem(this.#place.item_id, text, signature));
  }
}

interface Call {
  /** Of the call, by which its output is found. */
  readonly id: string;
  readonly name: string;
  readonly custom: boolean;
}

/** A call of a function or custom tool while it is written. */
export class CallItem {
  readonly #send: Send;
  readonly #place: Place;
  readonly #call: Call;
  #text = '';

  constructor(send: Send, outputIndex: number, call: Call) {
    this.#send = send;
    this.#call = call;
    this.#place = begin(send, outputIndex, this.#item(newId(call.custom ? 'ctc_' : 'fc_'), 'in_progress'));
  }

  grow(text: string): void {
    this.#text += text;
    const type = this.#call.custom ? 'response.custom_tool_call_input.delta' : 'response.function_call_arguments.delta';
    this.#send({ type, ...this.#place, delta: text });
  }

  close(): Json {
    const { custom, name } = this.#call;
    // Clients parse the arguments of a call that has none.
    if (this.#text === '' && !custom) this.grow('{}');
    const text = this.#text;
    this.#send(
      custom
        ? { type: 'response.custom_tool_call_input.done', ...this.#place, input: text }
        : { type: 'response.function_call_arguments.done', ...this.#place, name, arguments: text },
    );
    return finish(this.#send, this.#place, this.#item(this.#place.item_id, 'completed'));
  }

  #item(itemId: string, status: string) {
    return callItem(itemId, status, { ...this.#call, type: 'tool-call', arguments: this.#text });
  }
}
