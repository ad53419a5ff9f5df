import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { callUpstream } from '../../egress/call-upstream.ts';
import type { UpstreamCall } from '../provider.ts';
import { readObject } from '../read-object.ts';

type Controller = Dispatcher.DispatchController;

/** Stands in every event. Quotes within texts are escaped. */
const taskId = /"task_id"\s*:\s*"([^"\\]{1,100})"/;

/** Makes the call, and stops the run when nobody waits for it any more: it would go on, and cost, without them. */
export function sendRun(call: UpstreamCall, handler: Dispatcher.DispatchHandler, dispatcher: Dispatcher): void {
  const { url, headers, body } = call;
  const stop = (id: string) => {
    const { user } = readObject(body.toString('utf8')) ?? {};
    callUpstream({
      dispatcher,
      url: stopUrl(url, id),
      method: 'POST',
      headers,
      body: Buffer.from(JSON.stringify({ user })),
      // Whether it was stopped in time is of use to nobody.
    }).catch(() => {});
  };
  const path = url.pathname + url.search;
  const heard = new RunHandler(handler, stop);
  dispatcher.dispatch({ origin: url.origin, path, method: 'POST', headers: headers as string[], body }, heard);
}

/** Runs of workflows are called tasks where they are stopped. */
function stopUrl(url: URL, id: string): URL {
  const path = url.pathname.replace(/\/workflows\/run$/, '/workflows/tasks');
  return new URL(`${path}/${encodeURIComponent(id)}/stop${url.search}`, url);
}

/** Tells all on, and hears when the call is broken off. */
class RunHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #stop: (id: string) => void;
  #id: string | undefined;
  #ended = false;

  constructor(handler: Dispatcher.DispatchHandler, stop: (id: string) => void) {
    this.#handler = handler;
    this.#stop = stop;
  }

  onRequestStart(controller: Controller, context: object): void {
    this.#handler.onRequestStart?.(this.#stopping(controller), context);
  }

  onResponseStart(controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    this.#handler.onResponseStart?.(controller, status, headers);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#id ??= taskId.exec(chunk.toString('latin1'))?.[1];
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Controller, trailers: IncomingHttpHeaders): void {
    this.#ended = true;
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#ended = true;
    this.#handler.onResponseError?.(controller, error);
  }

  #stopping(controller: Controller): Controller {
    return {
      get aborted() {
        return controller.aborted;
      },
      get paused() {
        return controller.paused;
      },
      get reason() {
        return controller.reason;
      },
      rawHeaders: null,
      rawTrailers: null,
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      abort: (reason) => {
        const id = this.#ended ? undefined : this.#id;
        controller.abort(reason);
        if (id !== undefined) this.#stop(id);
      },
    };
  }
}
