import type { StreamFramer } from './framing.ts';
import { sse } from './sse.ts';

/**
 * One JSON array that is written piece by piece, of the data of the events of a stream: how Google's streams are framed
 * for clients that do not ask for events. Spaces between the pieces keep a quiet connection alive.
 */
export class JsonArrayFramer implements StreamFramer {
  readonly contentType = 'application/json; charset=utf-8';
  readonly #events = sse.decoder();
  #begun = false;

  push(events: Buffer): Buffer {
    const pieces = this.#events.push(events).map(({ data }) => this.#next(data));
    return Buffer.from(pieces.length > 0 ? pieces.join('') : ' ');
  }

  end(events: Buffer | undefined): Buffer {
    const frames = [...(events ? this.#events.push(events) : []), ...this.#events.end()];
    const pieces = frames.map(({ data }) => this.#next(data)).join('');
    return Buffer.from(`${pieces}${this.#begun ? '' : '['}]`);
  }

  #next(data: string): string {
    const separator = this.#begun ? ',\r\n' : '[';
    this.#begun = true;
    return separator + data;
  }
}
