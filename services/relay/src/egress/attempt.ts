import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Amendment } from '../providers/amendment.ts';
import type { Endpoint } from '../providers/provider.ts';
import type { Candidate } from '../routing/candidates.ts';
import type { PreparedCall } from '../routing/channel.ts';
import type { AnswerHandler } from './http1/upstream-call.ts';
import type { CallOptions } from './http1/upstream-pool.ts';

/** Who hears of an attempt. Calls of an attempt that was given up never arrive. */
export interface AttemptListener {
  /** The upstream took the request. Answers whether the body is wanted as it comes (else it is gathered as an error). */
  onStart(attempt: Attempt, status: number, headers: IncomingHttpHeaders): boolean;
  /** Its memory is read into again: what is kept must be copied. */
  onData(chunk: Buffer): void;
  onEnd(): void;
  /** Status that is not wanted, with the text of its body. */
  onRefused(attempt: Attempt, status: number, headers: IncomingHttpHeaders, body: string): void;
  onFailed(attempt: Attempt, error: Error): void;
}

const errorBodyBytes = 65_536;

/** One call to one channel: undici's callbacks, cut off from the request as soon as the attempt is given up. */
export class Attempt implements AnswerHandler {
  readonly copiesWhatItKeeps = true;
  readonly candidate: Candidate;
  readonly endpoint: Endpoint;
  /** It asks once more, with what the host refused changed. */
  readonly amendment: Amendment | undefined;
  /** By the clock of `performance`. */
  readonly begunAt = performance.now();
  /** When the host last sent something, by the same clock; 0 before. */
  lastByteAt = 0;
  /** That was called, with its query; empty before. */
  path = '';
  #listener: AttemptListener | undefined;
  #sent: Buffer | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #wanted = false;
  #errorBody: Buffer[] = [];
  #errorBytes = 0;
  #paused = false;

  constructor(candidate: Candidate, endpoint: Endpoint, listener: AttemptListener, amendment?: Amendment) {
    this.candidate = candidate;
    this.endpoint = endpoint;
    this.amendment = amendment;
    this.#listener = listener;
  }

  get status(): number {
    return this.#status;
  }

  /** The body of the call; undefined where it cannot be amended, or as soon as the host took it. */
  get sent(): Buffer | undefined {
    return this.#sent;
  }

  send(call: PreparedCall): void {
    if (!this.#listener) return;
    if (this.endpoint.amend) this.#sent = call.body;
    this.path = call.path;
    if (this.endpoint.send) {
      this.endpoint.send(call, this, call.dispatcher);
      return;
    }
    const { dispatcher, origin, path, headers, body, keptHead } = call;
    const options: CallOptions = { origin, path, method: 'POST', headers: headers as string[], body, keptHead };
    dispatcher.dispatch(options, this);
  }

  /** The call could not be made. */
  fail(error: Error): void {
    this.#listener?.onFailed(this, error);
  }

  /** Gives the attempt up: nothing more is heard of it, the upstream is cut off. */
  abandon(reason: string): void {
    this.#listener = undefined;
    this.#controller?.abort(new Error(reason));
  }

  /** Stops reading from the upstream until `resume`. */
  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#controller?.pause();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    // It was kept waiting: its silence begins now.
    this.lastByteAt = performance.now();
    this.#controller?.resume();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (!this.#listener) controller.abort(new Error('given up'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || !this.#listener) return;
    this.lastByteAt = performance.now();
    this.#status = status;
    this.#headers = headers;
    if (status < 300) this.#sent = undefined;
    this.#wanted = status < 300 && this.#listener.onStart(this, status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.lastByteAt = performance.now();
    if (this.#wanted) {
      this.#listener?.onData(chunk);
      return;
    }
    this.#errorBytes += chunk.length;
    if (this.#errorBytes <= errorBodyBytes) {
      this.#errorBody.push(Buffer.from(chunk));
      return;
    }
    const listener = this.#listener;
    this.abandon('an error that is longer than anybody reads');
    if (listener) this.#tellRefusal(listener);
  }

  onResponseEnd(): void {
    const listener = this.#listener;
    if (!listener) return;
    if (this.#wanted) listener.onEnd();
    else this.#tellRefusal(listener);
  }

  #tellRefusal(listener: AttemptListener): void {
    listener.onRefused(this, this.#status, this.#headers, Buffer.concat(this.#errorBody).toString('utf8'));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#listener?.onFailed(this, error);
  }
}
