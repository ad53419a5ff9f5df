import type { Json, Signature, StreamPart } from '../canonical.ts';
import type { Answer, StreamWriter } from '../dialect.ts';
import { writeEvent } from './event.ts';
import { writeStatus } from './finish-reason.ts';
import { callProof, pictureItem } from './items.ts';
import { echoOf, responseObject } from './response-object.ts';
import { CallItem, MessageItem, ReasoningItem } from './stream-items.ts';

/** Writes an answer as the events of a response: every block becomes an item or content of one. */
export class ResponsesWriter implements StreamWriter {
  readonly #answer: Answer;
  /** By their place; undefined while they are written. */
  readonly #output: (Json | undefined)[] = [];
  #message: { readonly item: MessageItem; readonly index: number } | undefined;
  readonly #reasoning = new Map<string, { readonly item: ReasoningItem; readonly index: number }>();
  readonly #calls = new Map<string, { readonly item: CallItem; readonly index: number }>();
  #echo: Json | undefined;
  #sequence = 0;
  #id = '';
  #model = '';
  #serviceTier: string | undefined;
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
      case 'text-delta':
        this.#say(part.id, part.text, false);
        break;
      case 'refusal-delta':
        this.#say('refusal', part.text, true);
        break;
      case 'text-end':
        this.#message?.item.end(part.id, part.citations);
        break;
      case 'reasoning-delta':
        if (part.text !== '') this.#reasoningOf(part.id).item.grow(part.text);
        break;
      case 'reasoning-end':
        this.#endReasoning(part.id, part.signature);
        break;
      case 'tool-input-start': {
        const index = this.#place();
        const { id, name, custom = false } = part;
        this.#calls.set(id, { item: new CallItem(this.#send, index, { id, name, custom }), index });
        break;
      }
      case 'tool-input-delta':
        if (part.text !== '') this.#calls.get(part.id)?.item.grow(part.text);
        break;
      case 'tool-input-end':
        this.#endCall(part.id, part.signature);
        break;
      case 'file':
        this.#whole(pictureItem(part.base64));
        break;
      case 'service-tier':
        this.#serviceTier = part.serviceTier;
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

  readonly #send = ({ type, ...rest }: Json & { readonly type: string }): void => {
    this.#out += writeEvent({ type, sequence_number: this.#sequence++, ...rest });
  };

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
    this.#echo ??= echoOf(this.#answer);
    return responseObject({ id: this.#id, model: this.#model, status, output, ...more }, this.#answer, this.#echo);
  }

  /** The next place in the output. Whatever comes there ends a message. */
  #place(): number {
    this.#endMessage();
    return this.#output.push(undefined) - 1;
  }

  #say(block: string, text: string, refusal: boolean): void {
    if (text === '') return;
    if (!this.#message) {
      const index = this.#place();
      this.#message = { item: new MessageItem(this.#send, index), index };
    }
    this.#message.item.grow(block, text, refusal);
  }

  #endMessage(): void {
    if (!this.#message) return;
    const { item, index } = this.#message;
    this.#message = undefined;
    this.#output[index] = item.close();
  }

  #reasoningOf(block: string) {
    let open = this.#reasoning.get(block);
    if (!open) {
      const index = this.#place();
      open = { item: new ReasoningItem(this.#send, index), index };
      this.#reasoning.set(block, open);
    }
    return open;
  }

  /** Reasoning without a word or a proof is nothing. */
  #endReasoning(block: string, signature: Signature | undefined): void {
    if (!signature && !this.#reasoning.has(block)) return;
    const { item, index } = this.#reasoningOf(block);
    this.#reasoning.delete(block);
    this.#output[index] = item.close(signature);
  }

  #endCall(id: string, signature: Signature | undefined): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    this.#output[call.index] = call.item.close();
    if (signature) this.#whole(callProof(id, signature));
  }

  #whole(item: Json): void {
    const output_index = this.#place();
    this.#output[output_index] = item;
    this.#send({ type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } });
    this.#send({ type: 'response.output_item.done', output_index, item });
  }

  #finish({ finishReason, usage }: Extract<StreamPart, { type: 'finish' }>): void {
    this.#endMessage();
    const status = writeStatus(finishReason);
    const response = this.#response(status, { usage, serviceTier: this.#serviceTier });
    this.#send({ type: `response.${status.status}`, response });
  }
}
