import { MalformedAnswer } from './response-head.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Size, extensions and line end of a chunk; one line of a trailer. */
const longestLineBytes = 16_384;
const longestTrailerBytes = 65_536;
/** Sizes beyond a petabyte are no sizes. */
const mostDigits = 12;

/**
 * Takes the chunked transfer coding off a body (RFC 9112, 7.1), whose bytes come in pieces cut anywhere. Extensions and trailers are
 * read over.
 */
export class ChunkReader {
  /** Bytes of the chunk that are still to come. */
  #left = 0;
  /** The line end behind a chunk's data is next. */
  #behindData = false;
  #inTrailer = false;
  #trailerBytes = 0;
  /** A line that is not whole yet. */
  #line = '';
  done = false;

  /** Hands data on as it stands in `bytes`. Answers the index behind what belongs to this body. Throws MalformedAnswer. */
  push(bytes: Buffer, from: number, data: (piece: Buffer) => void): number {
    let at = from;
    while (at < bytes.length && !this.done) {
      if (this.#left > 0) {
        const end = Math.min(at + this.#left, bytes.length);
        this.#left -= end - at;
        data(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
        at = end;
        if (this.#left === 0) this.#behindData = true;
      } else at = this.#readLine(bytes, at);
    }
    return at;
  }

  #readLine(bytes: Buffer, from: number): number {
    const behind = this.#line === '' ? this.#readCommonLine(bytes, from) : -1;
    return behind < 0 ? this.#readAnyLine(bytes, from) : behind;
  }

  /** The line end behind a chunk, or a size alone, when it stands there whole: nearly all lines are so. −1 for others. */
  #readCommonLine(bytes: Buffer, from: number): number {
    if (this.#inTrailer) return -1;
    let at = from;
    let size = 0;
    if (!this.#behindData) {
      for (
        let digit = hexDigit(bytes[at] ?? 0);
        digit >= 0 && at - from < mostDigits;
        digit = hexDigit(bytes[++at] ?? 0)
      )
        size = size * 16 + digit;
      if (at === from) return -1;
    }
    if (bytes[at] !== carriageReturn || bytes[at + 1] !== lineFeed) return -1;
    if (this.#behindData) this.#behindData = false;
    else {
      this.#left = size;
      this.#inTrailer = size === 0;
    }
    return at + 2;
  }

  #readAnyLine(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(lineFeed, from);
    const upTo = end < 0 ? bytes.length : end;
    if (this.#line.length + upTo - from > longestLineBytes)
      throw new MalformedAnswer('a line between its chunks is too long');
    if (end < 0) {
      this.#line += bytes.toString('latin1', from, upTo);
      return upTo;
    }
    if (this.#line === '' && end > from) this.#endLine(bytes, from, end);
    else {
      const line = Buffer.from(this.#line + bytes.toString('latin1', from, end), 'latin1');
      this.#line = '';
      this.#endLine(line, 0, line.length);
    }
    return end + 1;
  }

  /** A line in [start, end), without its line feed. */
  #endLine(bytes: Buffer, start: number, end: number): void {
    const textEnd = end - 1;
    if (textEnd < start || bytes[textEnd] !== carriageReturn)
      throw new MalformedAnswer('a line between its chunks ends without CR');
    if (this.#behindData) {
      if (textEnd !== start) throw new MalformedAnswer('a chunk is longer than it says');
      this.#behindData = false;
    } else if (this.#inTrailer) {
      this.#trailerBytes += end - start;
      if (this.#trailerBytes > longestTrailerBytes) throw new MalformedAnswer('its trailer is too long');
      this.done = textEnd === start;
    } else {
      this.#left = readSize(bytes, start, textEnd);
      this.#inTrailer = this.#left === 0;
    }
  }
}

/** The size of a chunk at the start of its line, behind which an extension may stand. */
function readSize(bytes: Buffer, start: number, end: number): number {
  let size = 0;
  let at = start;
  for (; at < end; at++) {
    const digit = hexDigit(bytes[at] as number);
    if (digit < 0) break;
    size = size * 16 + digit;
  }
  const count = at - start;
  if (count === 0 || count > mostDigits) throw new MalformedAnswer('a chunk has no size');
  // Behind the size: nothing, blanks, or an extension.
  for (; at < end && (bytes[at] === 0x20 || bytes[at] === 0x09); at++);
  if (at < end && bytes[at] !== 0x3b) throw new MalformedAnswer('a chunk has no size');
  return size;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
