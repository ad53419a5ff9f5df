import type { Frame } from '../../dialects/dialect.ts';
import { type FrameDecoder, type Framing, longestFrameLength } from './framing.ts';

/** Server-sent events (WHATWG HTML, 9.2): lines end in LF, CRLF or CR; comments and unknown fields are left out. */
export const sse: Framing = { mediaTypes: ['text/event-stream'], decoder: () => new SseDecoder() };

/** Characters of a blank line but the last: it may be cut within. */
const longestSeam = 3;
/** From here on a pattern, which looks at every character, takes longer to find the ends of lines. */
const longLength = 262_144;

class SseDecoder implements FrameDecoder {
  readonly #decoder = new TextDecoder();
  /** Pieces of the event that is not whole yet; joined once, however many there are. */
  #pieces: string[] = [];
  #length = 0;
  /** Their last characters, with which a blank line may begin. */
  #seam = '';

  push(chunk: Buffer): Frame[] {
    const text = this.#decoder.decode(chunk, { stream: true });
    const searched = this.#seam + text;
    const hasReturns = searched.includes('\r');
    const behind = endOfEvent(searched, 0, hasReturns);
    if (behind < 0) {
      this.#keep(text, searched);
      if (this.#length > longestFrameLength) throw new Error('an event of the stream is too long');
      return [];
    }
    this.#pieces.push(text);
    const whole = this.#take();
    const frames: Frame[] = [];
    let start = 0;
    for (let end = whole.length - searched.length + behind; end >= 0; end = endOfEvent(whole, start, hasReturns)) {
      const frame = readEvent(whole.slice(start, end));
      if (frame) frames.push(frame);
      start = end;
    }
    const rest = whole.slice(start);
    this.#keep(rest, rest);
    return frames;
  }

  end(): Frame[] {
    const frame = readEvent(this.#take() + this.#decoder.decode());
    return frame ? [frame] : [];
  }

  #keep(piece: string, upToHere: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#seam = upToHere.slice(-longestSeam);
  }

  #take(): string {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    this.#seam = '';
    return text;
  }
}

const lineEnd = /\r\n|\n|\r/;
const blankLine = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)/g;

/** Index behind the next blank line; −1 when there is none yet. Of one that is cut within CRLF the LF is left, and says nothing. */
function endOfEvent(text: string, from: number, hasReturns: boolean): number {
  if (!hasReturns) {
    const at = text.indexOf('\n\n', from);
    return at < 0 ? -1 : at + 2;
  }
  blankLine.lastIndex = from;
  return blankLine.test(text) ? blankLine.lastIndex : -1;
}

function linesOf(text: string): string[] {
  return text.length < longLength || text.includes('\r') ? text.split(lineEnd) : text.split('\n');
}

function readEvent(text: string): Frame | undefined {
  let event = '';
  let data: string | undefined;
  for (const line of linesOf(text)) {
    if (line.startsWith('data:') || line === 'data') {
      const value = line.slice(line[5] === ' ' ? 6 : 5);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (line.startsWith('event:') || line === 'event') event = line.slice(6).trim();
  }
  // Some hosts break off with an error as it stands in an answer, without a field's name in front.
  const bare = data === undefined ? text.trim() : '';
  if (bare.startsWith('{')) data = bare;
  return data === undefined ? undefined : { event, data };
}
