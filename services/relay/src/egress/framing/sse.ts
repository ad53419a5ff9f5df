import type { Frame } from '../../dialects/dialect.ts';
import type { FrameDecoder, Framing } from './framing.ts';

/** Server-sent events (WHATWG HTML, 9.2): lines end in LF, CRLF or CR; comments and unknown fields are left out. */
export const sse: Framing = { mediaTypes: ['text/event-stream'], decoder: () => new SseDecoder() };

const blankLine = /\r?\n\r?\n/;
/** A frame longer than this is a fault of the upstream. */
const longestFrameBytes = 64 * 1_048_576;

class SseDecoder implements FrameDecoder {
  readonly #decoder = new TextDecoder();
  #rest = '';

  push(chunk: Buffer): Frame[] {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    if (this.#rest.length > longestFrameBytes) throw new Error('an event is too long');
    if (!blankLine.test(this.#rest)) return [];
    const events = this.#rest.split(blankLine);
    // A CR at the end may be half of a line end.
    this.#rest = events.pop() ?? '';
    return events.flatMap(readEvent);
  }

  end(): Frame[] {
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = '';
    return readEvent(rest);
  }
}

function readEvent(text: string): Frame[] {
  let event = '';
  let data: string | undefined;
  for (const line of text.split(/\r?\n|\r/)) {
    if (line.startsWith('data:')) {
      const value = line.slice(line[5] === ' ' ? 6 : 5);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (line.startsWith('event:')) event = line.slice(6).trim();
  }
  return data === undefined ? [] : [{ event, data }];
}
