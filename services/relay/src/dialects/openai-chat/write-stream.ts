import type { Json, StreamPart } from '../canonical.ts';
import type { Answer, StreamWriter } from '../dialect.ts';
import { writeFinishReason } from './finish-reason.ts';
import { writeCallSignature, writeReasoningDetail } from './signature.ts';
import { writeStreamError } from './stream.ts';
import { writeCitation, writePicture } from './write-response.ts';
import { writeUsage } from './write-usage.ts';

interface Call {
  readonly index: number;
  readonly custom: boolean;
}

const unknownCall: Call = { index: 0, custom: false };

/** Writes an answer as chat chunks: the role first, calls with growing indexes, the finish once, then usage. */
export class ChatWriter implements StreamWriter {
  readonly #answer: Answer;
  #id: string;
  #model: string;
  #serviceTier: string | undefined;
  readonly #calls = new Map<string, Call>();
  /** Text of open reasoning by block. */
  readonly #reasoning = new Map<string, string>();
  readonly #silent = new Set<string>();

  constructor(answer: Answer) {
    this.#answer = answer;
    this.#id = `chatcmpl-${answer.requestId}`;
    this.#model = answer.model;
  }

  write(part: StreamPart): string {
    switch (part.type) {
      case 'start':
        this.#id = part.id || this.#id;
        this.#model = part.model || this.#model;
        return this.#delta({ role: 'assistant', content: '' });
      case 'text-delta':
        return this.#delta({ content: part.text });
      case 'reasoning-delta':
        this.#reasoning.set(part.id, (this.#reasoning.get(part.id) ?? '') + part.text);
        return this.#delta({ reasoning_content: part.text });
      case 'refusal-delta':
        return this.#delta({ refusal: part.text });
      case 'reasoning-end':
        return this.#endReasoning(part);
      case 'text-end': {
        const annotations = part.citations?.flatMap(writeCitation) ?? [];
        return annotations.length > 0 ? this.#delta({ annotations }) : '';
      }
      case 'tool-input-start':
        return this.#beginCall(part);
      case 'tool-input-delta':
        this.#silent.delete(part.id);
        return this.#growCall(part.id, part.text);
      case 'tool-input-end':
        return this.#endCall(part);
      case 'file': {
        const { mediaType, base64 } = part;
        return this.#delta({ images: writePicture({ mediaType, source: { kind: 'data', base64 } }) });
      }
      case 'service-tier':
        this.#serviceTier = part.serviceTier;
        return '';
      case 'finish':
        return this.#finish(part);
      case 'error':
        return writeStreamError(part.error);
      default:
        return '';
    }
  }

  #beginCall({ id, name, custom }: Extract<StreamPart, { type: 'tool-input-start' }>): string {
    const index = this.#calls.size;
    this.#calls.set(id, { index, custom: custom === true });
    if (custom) return this.#delta({ tool_calls: [{ index, id, type: 'custom', custom: { name, input: '' } }] });
    this.#silent.add(id);
    return this.#delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
  }

  #growCall(id: string, text: string): string {
    const { index, custom } = this.#calls.get(id) ?? unknownCall;
    const piece = custom ? { custom: { input: text } } : { function: { arguments: text } };
    return this.#delta({ tool_calls: [{ index, ...piece }] });
  }

  /** Clients parse the arguments of a call that has none. */
  #endCall({ id, signature }: Extract<StreamPart, { type: 'tool-input-end' }>): string {
    const empty = this.#silent.delete(id) ? this.#growCall(id, '{}') : '';
    // Some SDKs want a function in every piece of a call.
    const extra = writeCallSignature(signature);
    if (Object.keys(extra).length === 0) return empty;
    const { index } = this.#calls.get(id) ?? unknownCall;
    return empty + this.#delta({ tool_calls: [{ index, function: { arguments: '' }, ...extra }] });
  }

  /** What proves a text stands with all of it, so that clients need not put anything together. */
  #endReasoning({ id, signature }: Extract<StreamPart, { type: 'reasoning-end' }>): string {
    const text = this.#reasoning.get(id) ?? '';
    this.#reasoning.delete(id);
    const detail = signature && writeReasoningDetail({ type: 'reasoning', text, signature });
    return detail ? this.#delta({ reasoning_details: [detail] }) : '';
  }

  #finish({ finishReason, usage }: Extract<StreamPart, { type: 'finish' }>): string {
    const reason = writeFinishReason(finishReason, this.#calls.size > 0);
    const finish = this.#chunk([{ index: 0, delta: {}, finish_reason: reason }], this.#serviceTier);
    const told = this.#answer.wantsUsage && usage ? this.#chunk([], this.#serviceTier, writeUsage(usage)) : '';
    return `${finish}${told}data: [DONE]\n\n`;
  }

  #delta(delta: Json): string {
    return this.#chunk([{ index: 0, delta, finish_reason: null }]);
  }

  #chunk(choices: Json[], serviceTier?: string, usage?: Json): string {
    return `data: ${JSON.stringify({
      id: this.#id,
      object: 'chat.completion.chunk',
      created: this.#answer.createdAt,
      model: this.#model,
      choices,
      ...(serviceTier !== undefined && { service_tier: serviceTier }),
      ...(usage && { usage }),
    })}\n\n`;
  }
}
