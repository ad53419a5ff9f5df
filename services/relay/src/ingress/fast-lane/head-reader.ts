import { type RequestHead, readRequestHead } from './request-head.ts';

const zero = 0x30;
const nine = 0x39;
/** As many as a head may have that is read in full. */
const mostDigits = 12;
const lengthLine = /\r\ncontent-length:[ \t]*(\d+)[ \t]*\r\n/i;

/**
 * Reads the heads of one connection. Clients say the same every time but for the length of the body: such a head is compared with the
 * last one instead of read, byte for byte.
 */
export class HeadReader {
  #last: RequestHead | undefined;
  /** The bytes of the last head before the digits of its length, and those behind them. */
  #before: Buffer = Buffer.alloc(0);
  #after: Buffer = Buffer.alloc(0);

  /** Like `readRequestHead`. */
  read(bytes: Buffer, targets: { has(target: string): boolean }): RequestHead | undefined {
    return this.#readAgain(bytes) ?? this.#readAnew(bytes, targets);
  }

  #readAgain(bytes: Buffer): RequestHead | undefined {
    const last = this.#last;
    if (!last || !isAt(bytes, 0, this.#before)) return undefined;
    const start = this.#before.length;
    let at = start;
    let contentLength = 0;
    for (; at - start < mostDigits; at++) {
      const digit = bytes[at];
      if (digit === undefined || digit < zero || digit > nine) break;
      contentLength = contentLength * 10 + digit - zero;
    }
    // No body, a leading zero: read in full, to be refused there.
    if (at === start || bytes[start] === zero || !isAt(bytes, at, this.#after)) return undefined;
    return { fields: last.fields, contentLength, length: at + this.#after.length };
  }

  #readAnew(bytes: Buffer, targets: { has(target: string): boolean }): RequestHead | undefined {
    const head = readRequestHead(bytes, targets);
    if (head) {
      const text = bytes.toString('latin1', 0, head.length);
      const line = lengthLine.exec(text) as RegExpExecArray;
      const [whole, digits] = line as unknown as [string, string];
      const start = line.index + whole.lastIndexOf(digits);
      this.#before = Buffer.from(bytes.subarray(0, start));
      this.#after = Buffer.from(bytes.subarray(start + digits.length, head.length));
      this.#last = head;
    }
    return head;
  }
}

function isAt(bytes: Buffer, start: number, part: Buffer): boolean {
  const end = start + part.length;
  return end <= bytes.length && bytes.compare(part, 0, part.length, start, end) === 0;
}
