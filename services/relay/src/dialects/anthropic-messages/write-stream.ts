import type { Json, Signature, StreamPart } from '../canonical.ts';
import type { Answer, StreamWriter } from '../dialect.ts';
import { newId } from '../new-id.ts';
import { writeUpstreamError } from './errors.ts';
import { writeEvent } from './event.ts';
import { messageId, pictureText } from './message.ts';
import { isRedacted, packSignature } from './signature.ts';
import { writeStopReason } from './stop-reason.ts';
import { writeUsage } from './usage.ts';

interface Block {
  readonly kind: 'text' | 'reasoning' | 'tool';
  readonly id: string;
  readonly name: string;
  /** Written by the model and not yet sent. */
  pending: string;
  /** Its start was sent. */
  begun: boolean;
  ended: boolean;
  signature?: Signature | undefined;
}

/**
 * Writes an answer as Anthropic's events. Blocks of this dialect do not interleave: the first of the queue is sent as it
 * grows, those behind it wait. Text and thinking give way to whatever comes next, a call only when it is whole.
 */
export class MessagesWriter implements StreamWriter {
  readonly #answer: Answer;
  readonly #queue: Block[] = [];
  #out = '';
  #index = 0;
  #calls = false;
  #refusal = false;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  write(part: StreamPart): string {
    this.#out = '';
    switch (part.type) {
      case 'start':
        this.#start(part);
        break;
      case 'text-start':
        this.#push('text', part.id);
        break;
      case 'reasoning-start':
        this.#push('reasoning', part.id);
        break;
      case 'tool-input-start':
        this.#calls = true;
        this.#push('tool', part.id, part.name);
        break;
      case 'text-delta':
        this.#grow('text', part.id, part.text);
        break;
      case 'reasoning-delta':
        this.#grow('reasoning', part.id, part.text);
        break;
      case 'tool-input-delta':
        this.#grow('tool', part.id, part.text);
        break;
      case 'text-end':
        this.#end('text', part.id);
        break;
      case 'reasoning-end':
        this.#end('reasoning', part.id, part.signature);
        break;
      case 'tool-input-end':
        this.#end('tool', part.id);
        break;
      case 'refusal-delta':
        this.#refusal = true;
        this.#grow('text', 'refusal', part.text);
        break;
      case 'file':
        this.#push('text', 'file').pending = pictureText(part);
        this.#end('text', 'file');
        break;
      case 'finish':
        this.#finish(part);
        break;
      case 'error':
        this.#out = writeUpstreamError(part.error);
    }
    return this.#out;
  }

  #start(part: Extract<StreamPart, { type: 'start' }>): void {
    const { promptTokens, model } = this.#answer;
    const usage = part.usage ?? { prompt: promptTokens, completion: 0, cacheRead: 0, cacheWrite: 0 };
    this.#send({
      type: 'message_start',
      message: {
        id: messageId(part.id, this.#answer),
        type: 'message',
        role: 'assistant',
        model: part.model || model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: writeUsage(usage),
      },
    });
  }

  #push(kind: Block['kind'], id: string, name = ''): Block {
    const block: Block = { kind, id, name, pending: '', begun: false, ended: false };
    this.#queue.push(block);
    this.#advance();
    return block;
  }

  #grow(kind: Block['kind'], id: string, text: string): void {
    if (text === '') return;
    // Text that gave way to another block goes on in a new one.
    const block = this.#find(kind, id) ?? (kind === 'tool' ? undefined : this.#push(kind, id));
    if (!block) return;
    block.pending += text;
    this.#advance();
  }

  #end(kind: Block['kind'], id: string, signature?: Signature): void {
    const block = this.#find(kind, id) ?? (signature && this.#push(kind, id));
    if (!block) return;
    block.ended = true;
    block.signature = signature;
    this.#advance();
  }

  #find(kind: Block['kind'], id: string): Block | undefined {
    return this.#queue.findLast((block) => block.kind === kind && block.id === id && !block.ended);
  }

  /** Sends what the first block has, and the blocks behind it as far as those before them are done. */
  #advance(): void {
    for (let block = this.#queue[0]; block; block = this.#queue[0]) {
      if (isBareProof(block) && this.#queue.length === 1) return;
      const done = block.ended || (block.kind !== 'tool' && this.#queue.length > 1);
      this.#sendPending(block, done);
      if (!done) return;
      this.#queue.shift();
    }
  }

  /** Nothing is sent of a block that stays empty: a client that sends it back would be refused. */
  #sendPending(block: Block, done: boolean): void {
    if (!block.begun) {
      if (block.kind !== 'tool' && block.pending === '' && !(done && block.signature)) return;
      this.#begin(block);
    }
    if (block.pending !== '') this.#delta(block.kind, block.pending);
    block.pending = '';
    if (!done) return;
    if (block.kind === 'reasoning' && !isRedacted(block)) this.#delta('signature', packSignature(block.signature));
    this.#send({ type: 'content_block_stop', index: this.#index++ });
  }

  #begin(block: Block): void {
    block.begun = true;
    this.#send({ type: 'content_block_start', index: this.#index, content_block: emptyBlock(block) });
  }

  #delta(kind: Block['kind'] | 'signature', text: string): void {
    this.#send({ type: 'content_block_delta', index: this.#index, delta: deltas[kind](text) });
  }

  #finish(part: Extract<StreamPart, { type: 'finish' }>): void {
    for (const block of this.#queue) block.ended = true;
    this.#advance();
    const { promptTokens } = this.#answer;
    const usage = part.usage ?? { prompt: promptTokens, completion: 0, cacheRead: 0, cacheWrite: 0 };
    this.#send({
      type: 'message_delta',
      delta: writeStopReason(part.finishReason, { calls: this.#calls, refusal: this.#refusal }),
      usage: writeUsage(usage),
    });
    this.#send({ type: 'message_stop' });
  }

  #send(event: Json & { type: string }): void {
    this.#out += writeEvent(event);
  }
}

const deltas = {
  text: (text: string) => ({ type: 'text_delta', text }),
  reasoning: (thinking: string) => ({ type: 'thinking_delta', thinking }),
  tool: (partial_json: string) => ({ type: 'input_json_delta', partial_json }),
  signature: (signature: string) => ({ type: 'signature_delta', signature }),
};

function emptyBlock(block: Block): Json {
  if (block.kind === 'text') return { type: 'text', text: '' };
  if (block.kind === 'tool') return { type: 'tool_use', id: block.id || newId('toolu_'), name: block.name, input: {} };
  if (isRedacted(block)) return { type: 'redacted_thinking', data: block.signature?.value };
  return { type: 'thinking', thinking: '', signature: '' };
}

/** Thinking without a word waits for what it leads to, for clients show the last block as the answer. */
function isBareProof(block: Block): boolean {
  return block.kind === 'reasoning' && block.ended && !block.begun && block.pending === '' && !isRedacted(block);
}
