import type { UsageTokens } from '@switchyard/contracts';
import type { Citation, Json, Signature, StreamPart, UpstreamError } from '../canonical.ts';
import type { Frame, StreamReader } from '../dialect.ts';
import { isObject } from '../json.ts';
import { newId } from '../new-id.ts';
import { parseJson } from '../parse-json.ts';
import { cutOff } from '../stream-parts.ts';
import { readCitations } from './citations.ts';
import { errorIn } from './errors.ts';
import { failureOf, readFinishReason } from './finish-reason.ts';
import { objectMember, objectsMember, textMember } from './members.ts';
import { readCode, readInline } from './read-parts.ts';
import { serviceTiers } from './service-tiers.ts';
import { readSignature } from './signature.ts';
import { readUsage } from './usage.ts';

interface Block {
  readonly kind: 'text' | 'reasoning';
  readonly id: string;
  signature?: Signature | undefined;
}

/** Reads an answer: a stream of responses, each with what was written since the one before, or one with everything. */
export class ResponseReader implements StreamReader {
  #parts: StreamPart[] = [];
  #blocks = 0;
  #block: Block | undefined;
  /** The first call, when it came unsigned: its signature may follow in a part of its own. */
  #unsigned: string | undefined;
  #started = false;
  #wrote = false;
  #calls = 0;
  #ended = false;
  #finishReason = '';
  #blockReason = '';
  #usage: UsageTokens | undefined;
  #serviceTier: string | undefined;
  #citations: Citation[] = [];

  read(frame: Frame): StreamPart[] {
    return this.readPayload(parseJson(frame.data));
  }

  /** The same for a payload that is parsed already; an array counts as its items one after the other. */
  readPayload(payload: unknown): StreamPart[] {
    for (const response of [payload].flat()) if (isObject(response) && !this.#ended) this.#read(response);
    return this.#take();
  }

  end(): StreamPart[] {
    if (this.#ended) return [];
    this.#closeBlock();
    if (this.#unsigned !== undefined) this.#endCall(this.#unsigned, undefined);
    const error = this.#problem();
    if (error) this.#fail(error);
    else this.#finish();
    return this.#take();
  }

  #read(response: Json): void {
    const error = errorIn(response);
    if (error) {
      this.#fail(error);
      return;
    }
    this.#usage = readUsage(response, this.#usage) ?? this.#usage;
    this.#start(response);
    this.#noteTier(serviceTiers.told(response, 'serviceTier'));
    this.#blockReason ||= textMember(objectMember(response, 'promptFeedback'), 'blockReason');
    const candidate = objectsMember(response, 'candidates').find(({ index = 0 }) => index === 0);
    if (!candidate) return;
    this.#citations.push(...readCitations(candidate));
    for (const part of objectsMember(objectMember(candidate, 'content'), 'parts')) this.#readPart(part);
    const reason = textMember(candidate, 'finishReason');
    // It may be said more than once: what went wrong is not undone by a plain end behind it.
    if (reason !== '' && (this.#finishReason === '' || reason !== 'STOP')) this.#finishReason = reason;
  }

  #start({ responseId, modelVersion }: Json): void {
    if (this.#started) return;
    this.#started = true;
    this.#parts.push({
      type: 'start',
      id: typeof responseId === 'string' ? responseId : '',
      model: typeof modelVersion === 'string' ? modelVersion : '',
      ...(this.#usage && { usage: this.#usage }),
    });
  }

  /** Usage, which names it, is repeated. */
  #noteTier(serviceTier: string | undefined): void {
    if (serviceTier === undefined || serviceTier === this.#serviceTier) return;
    this.#serviceTier = serviceTier;
    this.#parts.push({ type: 'service-tier', serviceTier });
  }

  #readPart(part: Json): void {
    const signature = readSignature(part);
    const call = part.functionCall;
    if (isObject(call)) {
      this.#readCall(call, signature);
      return;
    }
    const text = textMember(part, 'text');
    if (part.thought === true) {
      if (text === '' && !signature) return;
      const block = this.#write('reasoning', text);
      block.signature = signature ?? block.signature;
      return;
    }
    for (const said of [{ text }, ...readCode(part)]) if (said.text !== '') this.#write('text', said.text);
    const file = readInline(part);
    if (file) {
      this.#closeBlock();
      this.#wrote = true;
      this.#parts.push({ type: 'file', ...file });
    }
    if (signature) this.#noteSignature(signature);
  }

  #readCall(call: Json, signature: Signature | undefined): void {
    this.#closeBlock();
    this.#wrote = true;
    const id = textMember(call, 'id') || newId('call_');
    const first = this.#calls++ === 0;
    this.#parts.push(
      { type: 'tool-input-start', id, name: textMember(call, 'name') },
      { type: 'tool-input-delta', id, text: JSON.stringify(call.args ?? {}) },
    );
    if (first && !signature) this.#unsigned = id;
    else this.#endCall(id, signature);
  }

  /** A signature that stands on a text or alone belongs to the first call when that has none, else to this place. */
  #noteSignature(signature: Signature): void {
    if (this.#unsigned !== undefined) {
      this.#endCall(this.#unsigned, signature);
      return;
    }
    this.#closeBlock();
    const id = `reasoning-${this.#blocks++}`;
    this.#parts.push({ type: 'reasoning-start', id }, { type: 'reasoning-end', id, signature });
  }

  #endCall(id: string, signature: Signature | undefined): void {
    if (id === this.#unsigned) this.#unsigned = undefined;
    this.#parts.push({ type: 'tool-input-end', id, ...(signature && { signature }) });
  }

  #write(kind: Block['kind'], text: string): Block {
    if (this.#block?.kind !== kind) {
      this.#closeBlock();
      this.#block = { kind, id: `${kind}-${this.#blocks++}` };
      this.#parts.push({ type: `${kind}-start`, id: this.#block.id });
    }
    const { id } = this.#block as Block;
    if (text !== '') this.#parts.push({ type: `${kind}-delta`, id, text });
    this.#wrote = true;
    return this.#block as Block;
  }

  #closeBlock(): void {
    if (!this.#block) return;
    const { kind, id, signature } = this.#block;
    this.#block = undefined;
    if (kind === 'reasoning') {
      this.#parts.push({ type: 'reasoning-end', id, ...(signature && { signature }) });
      return;
    }
    const citations = this.#citations.splice(0);
    this.#parts.push({ type: 'text-end', id, ...(citations.length > 0 && { citations }) });
  }

  #problem(): UpstreamError | undefined {
    if (this.#finishReason === '') {
      if (this.#blockReason !== '') return undefined;
      return this.#wrote ? cutOff : { ...cutOff, message: nothing, code: 'empty_response' };
    }
    const written = { parts: this.#wrote, calls: this.#calls > 0 };
    const failure = failureOf(this.#finishReason, written, this.#usage?.completion ?? 0);
    return failure === undefined ? undefined : { ...cutOff, message: failure, code: 'empty_response' };
  }

  #finish(): void {
    this.#ended = true;
    const finishReason =
      this.#finishReason === ''
        ? ({ unified: 'content-filter', raw: this.#blockReason } as const)
        : readFinishReason(this.#finishReason, { calls: this.#calls > 0 });
    this.#parts.push({ type: 'finish', finishReason, ...(this.#usage && { usage: this.#usage }) });
  }

  #fail(error: UpstreamError): void {
    this.#closeBlock();
    if (this.#unsigned !== undefined) this.#endCall(this.#unsigned, undefined);
    this.#ended = true;
    this.#parts.push({ type: 'error', error });
  }

  #take(): StreamPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }
}

const nothing = 'The upstream answered with nothing.';
