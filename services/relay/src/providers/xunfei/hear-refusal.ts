import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';

type Heard = (status: number, contentType: string, body: Buffer) => void;
type Controller = Dispatcher.DispatchController;

const longestBytes = 65_536;

/**
 * The dispatcher, telling `heard` of an answer that refuses to become a WebSocket. The WebSocket itself would say no more than that
 * it failed.
 */
export function hearRefusal(dispatcher: Dispatcher, heard: Heard): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => dispatch(options, new RefusalHandler(handler, heard)));
}

class RefusalHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #heard: Heard;
  #status = 0;
  #contentType = '';
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(handler: Dispatcher.DispatchHandler, heard: Heard) {
    this.#handler = handler;
    this.#heard = heard;
  }

  onRequestStart(controller: Controller, context: object): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onRequestUpgrade(controller: Controller, status: number, headers: IncomingHttpHeaders, socket: Duplex): void {
    this.#handler.onRequestUpgrade?.(controller, status, headers, socket);
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#contentType = headers['content-type'] ?? '';
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= longestBytes) this.#chunks.push(chunk);
  }

  onResponseEnd(controller: Controller): void {
    this.#heard(this.#status, this.#contentType, Buffer.concat(this.#chunks));
    this.#handler.onResponseError?.(controller, new Error('refused to become a WebSocket'));
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#handler.onResponseError?.(controller, error);
  }
}
