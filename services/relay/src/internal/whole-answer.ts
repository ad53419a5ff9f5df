import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Endpoint } from '../providers/provider.ts';
import type { PreparedCall } from '../routing/channel.ts';

const answerMs = 30_000;
const longestBytes = 2 * 1_048_576;

export interface WholeAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** The answer of an endpoint in one piece, in whatever way it is spoken to: at most 2 MiB within 30 s. Rejects when none comes. */
export function askWhole(endpoint: Endpoint, call: PreparedCall): Promise<WholeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>();
  const gatherer = new Gatherer(resolve, reject);
  const timer = setTimeout(() => gatherer.giveUp(new DOMException('no answer', 'TimeoutError')), answerMs);
  const { dispatcher, origin, path, headers, body } = call;
  if (endpoint.send) endpoint.send(call, gatherer, dispatcher);
  else dispatcher.dispatch({ origin, path, method: 'POST', headers: [...headers], body }, gatherer);
  return promise.finally(() => clearTimeout(timer));
}

class Gatherer implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: WholeAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #contentType = '';
  #size = 0;

  constructor(resolve: (answer: WholeAnswer) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  giveUp(error: Error): void {
    this.#reject(error);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#contentType = headers['content-type'] ?? '';
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > longestBytes) this.giveUp(new Error('the answer is too large'));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#resolve({ status: this.#status, contentType: this.#contentType, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
