import type { Frame } from '../../dialects/dialect.ts';
import type { FrameDecoder, Framing } from './framing.ts';

/** Server-sent events (WHATWG HTML, 9.2): lines end in LF or CRLF; comments and unknown fields are left out. */
export const sse: Framing = { mediaTypes: ['text/event-stream'], decoder: () => new SseDecoder() };

/** A frame longer than this is a fault of the upstream. */
const longestFrameLength = 64 * 1_048_576;

class SseDecoder implements FrameDecoder {
  readonly #decoder = new TextDecoder();
  #rest = '';
  /** Where the search for the next blank line goes on: what stands before holds none. */
  #searched = 0;

  push(chunk: Buffer): Frame[] {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    const frames: Frame[] = [];
    let start = 0;
    for (;;) {
      const end = endOfEvent(this.#rest, Math.max(start, this.#searched));
      if (end < 0) break;
      const frame = readEvent(this.#rest.slice(start, end));
      if (frame) frames.push(frame);
      start = end;
    }
    if (start > 0) this.#rest = this.#rest.slice(start);
    // A line end may be cut in two.
    this.#searched = Math.max(0, this.#rest.length - 2);
    if (this.#rest.length > longestFrameLength) throw new Error('an event of the stream is too long');
    return frames;
  }

  end(): Frame[] {
    const frame = readEvent(this.#rest + this.#decoder.decode());
    this.#rest = '';
    return frame ? [frame] : [];
  }
}

/** Index behind the next blank line; −1 when there is none yet. */
function endOfEvent(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at + 1] === '\n') return at + 2;
    if (text[at + 1] === '\r' && text[at + 2] === '\n') return at + 3;
  }
  return -1;
}

function readEvent(text: string): Frame | undefined {
  let event = '';
  let data: string | undefined;
  for (const line of text.split('\n')) {
    const end = line.endsWith('\r') ? line.length - 1 : line.length;
    if (line.startsWith('data:')) {
      const value = line.slice(line[5] === ' ' ? 6 : 5, end);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (line.startsWith('event:')) event = line.slice(6, end).trim();
  }
  // Some hosts break off with an error as it stands in an answer, without a field's name in front.
  if (data === undefined && text.trimStart().startsWith('{')) data = text;
  return data === undefined ? undefined : { event, data };
}
