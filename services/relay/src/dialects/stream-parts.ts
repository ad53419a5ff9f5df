import type { UsageTokens } from '@switchyard/contracts';
import type { Citation, FinishReason, StreamPart, UpstreamError } from './canonical.ts';

/** A stream that ended without its finish. */
export const cutOff: UpstreamError = {
  verdict: 'retry',
  message: 'The upstream ended its answer before it was finished.',
  type: 'upstream_error',
  code: 'answer_cut_off',
  param: null,
};

/**
 * The parts of a stream in the order that they must have, for upstreams that do not mark where text and reasoning
 * begin and end: one of these is open at a time, and whatever else comes closes it. Calls may interleave.
 */
export class StreamParts {
  #parts: StreamPart[] = [];
  #open: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined;
  #blocks = 0;
  #calls = 0;
  readonly #openCalls = new Set<string>();
  #started = false;
  #ended = false;

  /** Tool calls so far. */
  get calls(): number {
    return this.#calls;
  }

  /** `finish` or `error` was said: nothing may follow. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Only the first call counts. */
  start(id: string, model: string): void {
    if (this.#started) return;
    this.#started = true;
    this.#say({ type: 'start', id, model });
  }

  text(text: string): void {
    if (text !== '' && !this.#ended) this.#say({ type: 'text-delta', id: this.#block('text'), text });
  }

  reasoning(text: string): void {
    if (text !== '' && !this.#ended) this.#say({ type: 'reasoning-delta', id: this.#block('reasoning'), text });
  }

  startCall(id: string, name: string): void {
    this.close();
    this.#calls++;
    this.#openCalls.add(id);
    this.#say({ type: 'tool-input-start', id, name });
  }

  callInput(id: string, text: string): void {
    if (text !== '' && this.#openCalls.has(id)) this.#say({ type: 'tool-input-delta', id, text });
  }

  endCall(id: string): void {
    if (this.#openCalls.delete(id)) this.#say({ type: 'tool-input-end', id });
  }

  /** A call that comes whole. `input` is JSON text. */
  toolCall(id: string, name: string, input: string): void {
    this.startCall(id, name);
    this.callInput(id, input);
    this.endCall(id);
  }

  /** Ends the block of text or reasoning that is open. */
  close(citations?: readonly Citation[]): void {
    if (!this.#open) return;
    const { kind, id } = this.#open;
    this.#open = undefined;
    this.#say(
      kind === 'text' ? { type: 'text-end', id, ...(citations && { citations }) } : { type: 'reasoning-end', id },
    );
  }

  finish(finishReason: FinishReason, usage?: UsageTokens): void {
    this.#end({ type: 'finish', finishReason, ...(usage && { usage }) });
  }

  fail(error: UpstreamError): void {
    this.#end({ type: 'error', error });
  }

  /** What was said since the last call. */
  take(): StreamPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #end(part: StreamPart): void {
    this.close();
    for (const id of this.#openCalls) this.endCall(id);
    this.#say(part);
    this.#ended = true;
  }

  #block(kind: 'text' | 'reasoning'): string {
    if (this.#open?.kind === kind) return this.#open.id;
    this.close();
    const id = `${kind}-${this.#blocks++}`;
    this.#open = { kind, id };
    this.#say({ type: `${kind}-start`, id });
    return id;
  }

  #say(part: StreamPart): void {
    if (!this.#ended) this.#parts.push(part);
  }
}
