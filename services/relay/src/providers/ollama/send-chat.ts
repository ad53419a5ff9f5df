import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { UpstreamCall } from '../provider.ts';

type Controller = Dispatcher.DispatchController;

const refusal = /does not support thinking/i;
const longestBytes = 65_536;

/** Makes the call; when the model cannot think, once more without asking it to. Which models can, only their server knows. */
export function sendChat(call: UpstreamCall, handler: Dispatcher.DispatchHandler, dispatcher: Dispatcher): void {
  const send = (body: Buffer, heard: Dispatcher.DispatchHandler) => {
    const { url, headers } = call;
    const path = url.pathname + url.search;
    dispatcher.dispatch({ origin: url.origin, path, method: 'POST', headers: headers as string[], body }, heard);
  };
  send(call.body, new RefusalHandler(handler, () => send(withoutThinking(call.body), handler)));
}

function withoutThinking(body: Buffer): Buffer {
  const { think: _, ...rest } = JSON.parse(body.toString('utf8'));
  return Buffer.from(JSON.stringify(rest));
}

/** Tells on all but that refusal, which is known when its body has come. */
class RefusalHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #repeat: () => void;
  #headers: IncomingHttpHeaders | undefined;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(handler: Dispatcher.DispatchHandler, repeat: () => void) {
    this.#handler = handler;
    this.#repeat = repeat;
  }

  onRequestStart(controller: Controller, context: object): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    if (status === 400) this.#headers = headers;
    else this.#handler.onResponseStart?.(controller, status, headers);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (!this.#headers) {
      this.#handler.onResponseData?.(controller, chunk);
      return;
    }
    this.#bytes += chunk.length;
    if (this.#bytes > longestBytes) controller.abort(new Error('the refusal is too large'));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(controller: Controller, trailers: IncomingHttpHeaders): void {
    if (this.#headers) {
      const body = Buffer.concat(this.#chunks);
      if (refusal.test(body.toString('utf8'))) {
        this.#repeat();
        return;
      }
      this.#handler.onResponseStart?.(controller, 400, this.#headers);
      this.#handler.onResponseData?.(controller, body);
    }
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#handler.onResponseError?.(controller, error);
  }
}
