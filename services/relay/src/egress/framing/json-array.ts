import type { Frame } from '../../dialects/dialect.ts';
import { type ByteText, encodeText } from './byte-text.ts';
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

  push(events: ByteText): ByteText {
    const pieces = this.#read(events).map(({ data }) => this.#next(data));
    return encodeText(pieces.length > 0 ? pieces.join('') : ' ');
  }

  end(events: ByteText | undefined): ByteText {
    const frames = [...(events ? this.#read(events) : []), ...this.#events.end()];
    const pieces = frames.map(({ data }) => this.#next(data)).join('');
    return encodeText(`${pieces}${this.#begun ? '' : '['}]`);
  }

  #read(events: ByteText): Frame[] {
    return this.#events.push(Buffer.from(events, 'latin1'));
  }

  #next(data: string): string {
    const separator = this.#begun ? ',\r\n' : '[';
    this.#begun = true;
    return separator + data;
  }
}
