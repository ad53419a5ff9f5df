import type { Citation, Json, Signature, StreamPart, ToolCallPart } from '../canonical.ts';
import type { Answer, CutReason, StreamWriter } from '../dialect.ts';
import { isObject } from '../json.ts';
import { writeCitations } from './citations.ts';
import { writeUpstreamError } from './errors.ts';
import { writeFinishReason } from './finish-reason.ts';
import { type Envelope, writeCandidate, writePart } from './response.ts';
import { writeUsage } from './usage.ts';

/** A call whose arguments are not whole, or that waits for one before it. */
interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly custom: boolean;
  input: string;
  ended: boolean;
  signature?: Signature | undefined;
}

/** Writes an answer as Google's events. Clients cannot read a call in pieces: each is sent whole, in its turn. */
export class ResponseWriter implements StreamWriter {
  readonly #answer: Answer;
  #envelope: Envelope;
  #calls: PendingCall[] = [];
  readonly #citations: Citation[] = [];
  #refused = false;

  constructor(answer: Answer) {
    this.#answer = answer;
    this.#envelope = { modelVersion: answer.model, responseId: answer.requestId };
  }

  write(part: StreamPart): string {
    switch (part.type) {
      case 'start':
        this.#envelope = {
          modelVersion: part.model || this.#answer.model,
          responseId: part.id || this.#answer.requestId,
        };
        return '';
      case 'text-delta':
        return part.text === '' ? '' : this.#send([{ text: part.text }]);
      case 'text-end':
        this.#citations.push(...(part.citations ?? []));
        return '';
      case 'refusal-delta':
        this.#refused = true;
        return this.#send([{ text: part.text }]);
      case 'reasoning-delta':
        return part.text === '' ? '' : this.#send([{ text: part.text, thought: true }]);
      case 'reasoning-end':
        return this.#send(
          writePart({ type: 'reasoning', text: '', ...(part.signature && { signature: part.signature }) }),
        );
      case 'tool-input-start':
        this.#calls.push({ id: part.id, name: part.name, custom: part.custom === true, input: '', ended: false });
        return '';
      case 'tool-input-delta': {
        const call = this.#find(part.id);
        if (call) call.input += part.text;
        return '';
      }
      case 'tool-input-end':
        return this.#endCall(part);
      case 'file':
        return this.#send([{ inlineData: { mimeType: part.mediaType, data: part.base64 } }]);
      case 'finish':
        return this.#finish(part);
      case 'error':
        return writeUpstreamError(part.error);
      default:
        return '';
    }
  }

  #find(id: string): PendingCall | undefined {
    return this.#calls.findLast((call) => call.id === id && !call.ended);
  }

  #endCall({ id, signature }: Extract<StreamPart, { type: 'tool-input-end' }>): string {
    const call = this.#find(id);
    if (!call) return '';
    call.ended = true;
    call.signature = signature;
    return this.#sendCalls();
  }

  /** Those at the head of the line that are whole, one in each event: some clients (NextChat) read only the first part. */
  #sendCalls(): string {
    const whole = this.#calls.findIndex(({ ended }) => !ended);
    const calls = this.#calls.splice(0, whole < 0 ? this.#calls.length : whole);
    return calls.map((call) => this.#send(writePart(toPart(call)))).join('');
  }

  #finish({ finishReason, usage }: Extract<StreamPart, { type: 'finish' }>): string {
    for (const call of this.#calls) call.ended = true;
    const { promptTokens } = this.#answer;
    const fields = { finishReason: writeFinishReason(finishReason, this.#refused), ...writeCitations(this.#citations) };
    const used = usage ?? { prompt: promptTokens, completion: 0, cacheRead: 0, cacheWrite: 0 };
    return this.#sendCalls() + writeEvent(writeCandidate([{ text: '' }], fields, this.#envelope, writeUsage(used)));
  }

  #send(parts: readonly Json[]): string {
    return parts.length === 0 ? '' : writeEvent(writeCandidate(parts, {}, this.#envelope));
  }
}

/** Ends a stream as an answer that reached its limit, or was filtered, ends. `last`: its newest event. */
export function writeCut(last: unknown, reason: CutReason): string {
  const finishReason = reason === 'length' ? 'MAX_TOKENS' : 'BLOCKLIST';
  const { modelVersion = '', responseId = '' } = isObject(last) ? (last as Partial<Envelope>) : {};
  return writeEvent(writeCandidate([{ text: '' }], { finishReason }, { modelVersion, responseId }));
}

function toPart({ id, name, input, custom, signature }: PendingCall): ToolCallPart {
  return { type: 'tool-call', id, name, arguments: input, ...(custom && { custom }), ...(signature && { signature }) };
}

function writeEvent(response: Json): string {
  return `data: ${JSON.stringify(response)}\n\n`;
}
