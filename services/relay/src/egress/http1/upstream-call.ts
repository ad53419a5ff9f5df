import type { Dispatcher } from 'undici';
import type { ResponseHead } from './response-head.ts';
import type { ResponseListener } from './response-reader.ts';

/** What an answer is read from: told when nobody wants more of it for now, or at all. */
export interface Source {
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** Who hears of an answer. */
export interface AnswerHandler extends Dispatcher.DispatchHandler {
  /** It copies what it keeps of a piece of the body, whose memory is read into again. Others get copies. */
  readonly copiesWhatItKeeps?: boolean;
}

const noTrailers = {};

/** One request and its answer: what was asked, who hears of it, and the handle by which that listener stops it. */
export class UpstreamCall implements Dispatcher.DispatchController, ResponseListener {
  /** Request line and headers but the length of the body. */
  readonly head: string;
  readonly body: Buffer;
  readonly #handler: AnswerHandler;
  #source: Source | undefined;
  #over = false;
  aborted = false;
  paused = false;
  reason: Error | null = null;

  constructor(head: string, body: Buffer, handler: AnswerHandler) {
    this.head = head;
    this.body = body;
    this.#handler = handler;
    handler.onRequestStart?.(this, {});
  }

  /** It is sent on this connection. */
  sentOn(source: Source): void {
    this.#source = source;
    if (this.paused) source.pause();
  }

  onHead({ status, headers }: ResponseHead): void {
    if (!this.#over) this.#handler.onResponseStart?.(this, status, headers);
  }

  onBody(piece: Buffer): void {
    if (this.#over) return;
    const handler = this.#handler;
    handler.onResponseData?.(this, handler.copiesWhatItKeeps ? piece : Buffer.from(piece));
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#source = undefined;
    this.#handler.onResponseEnd?.(this, noTrailers);
  }

  fail(error: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#source = undefined;
    this.#handler.onResponseError?.(this, error);
  }

  /** HTTP/1.1 knows no other way to stop an answer than to end its connection. */
  abort(reason: Error): void {
    if (this.#over) return;
    this.aborted = true;
    this.reason = reason;
    const source = this.#source;
    this.fail(reason);
    source?.destroy();
  }

  pause(): void {
    this.paused = true;
    this.#source?.pause();
  }

  resume(): void {
    this.paused = false;
    this.#source?.resume();
  }
}
