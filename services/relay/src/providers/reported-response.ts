import type { Dispatcher } from 'undici';

/**
 * An exchange that is no single HTTP call, told to a handler as if it were one: head, bytes, end. After `abort` (the client
 * left, the attempt was given up) nothing more is told.
 */
export class ReportedResponse {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #abort = new AbortController();
  readonly #controller: Dispatcher.DispatchController;
  #begun = false;
  #ended = false;

  constructor(handler: Dispatcher.DispatchHandler) {
    this.#handler = handler;
    const { signal } = this.#abort;
    this.#controller = {
      get aborted() {
        return signal.aborted;
      },
      get reason() {
        return signal.reason instanceof Error ? signal.reason : null;
      },
      paused: false,
      rawHeaders: null,
      rawTrailers: null,
      abort: (reason) => this.#abort.abort(reason),
      // What is told this way is small or slow: it may wait in memory.
      pause() {},
      resume() {},
    };
    handler.onRequestStart?.(this.#controller, {});
  }

  /** Aborted when nobody waits any more. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  start(status: number, contentType: string): void {
    if (this.#silent || this.#begun) return;
    this.#begun = true;
    this.#handler.onResponseStart?.(this.#controller, status, { 'content-type': contentType });
  }

  data(bytes: Buffer): void {
    if (!this.#silent) this.#handler.onResponseData?.(this.#controller, bytes);
  }

  end(): void {
    if (this.#silent) return;
    this.#ended = true;
    this.#handler.onResponseEnd?.(this.#controller, {});
  }

  /** The whole response. */
  send(status: number, contentType: string, bytes: Buffer): void {
    this.start(status, contentType);
    this.data(bytes);
    this.end();
  }

  fail(error: Error): void {
    if (this.#silent) return;
    this.#ended = true;
    this.#handler.onResponseError?.(this.#controller, error);
  }

  get #silent(): boolean {
    return this.#ended || this.#abort.signal.aborted;
  }
}
