import { ChunkReader } from './chunk-reader.ts';
import { MalformedAnswer, type ResponseHead, readResponseHead } from './response-head.ts';

/** Who hears what an answer consists of. */
export interface ResponseListener {
  onHead(head: ResponseHead): void;
  onBody(piece: Buffer): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const longestHeadBytes = 65_536;
/** Of 100 and 103: one that never says more than that it will is no upstream. */
const mostInterim = 16;

/** Reads one answer of HTTP/1.1 from bytes that come in pieces cut anywhere. */
export class ResponseReader {
  readonly #listener: ResponseListener;
  /** Pieces of a head that is not whole yet. */
  #partial: Buffer | undefined;
  #head: ResponseHead | undefined;
  #chunks: ChunkReader | undefined;
  /** Bytes of a body of known length that are still to come. */
  #left = 0;
  #interim = 0;
  readonly #onBody = (piece: Buffer) => this.#listener.onBody(piece);
  done = false;

  constructor(listener: ResponseListener) {
    this.#listener = listener;
  }

  /** undefined until it is whole. */
  get head(): ResponseHead | undefined {
    return this.#head;
  }

  /** Answers the index behind what belongs to this answer. Throws MalformedAnswer. */
  push(bytes: Buffer): number {
    let at = 0;
    let piece = bytes;
    if (!this.#head) {
      const before = this.#partial?.length ?? 0;
      if (this.#partial) piece = Buffer.concat([this.#partial, bytes]);
      at = this.#readHead(piece);
      if (at < 0) return bytes.length;
      // Positions are told in what was pushed.
      return this.#readBody(piece, at) - before;
    }
    return this.#readBody(piece, at);
  }

  /** The upstream sends no more. True when the answer is whole by that. */
  end(): boolean {
    if (this.#head?.body.kind === 'close') this.done = true;
    return this.done;
  }

  /** Index behind the head; −1 while it is not whole. */
  #readHead(bytes: Buffer): number {
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(headEnd, start);
      if ((end < 0 ? bytes.length : end) - start > longestHeadBytes) throw new MalformedAnswer('its head is too long');
      if (end < 0) {
        this.#partial = Buffer.from(bytes.subarray(start));
        return -1;
      }
      const head = readResponseHead(bytes.toString('latin1', start, end));
      start = end + headEnd.length;
      if (head.status === 101) throw new MalformedAnswer('it changes to a protocol that nobody asked for');
      if (head.status >= 200) {
        this.#partial = undefined;
        this.#begin(head);
        return start;
      }
      if (++this.#interim > mostInterim) throw new MalformedAnswer('it never comes to an answer');
    }
  }

  #begin(head: ResponseHead): void {
    this.#head = head;
    if (head.body.kind === 'chunked') this.#chunks = new ChunkReader();
    else if (head.body.kind === 'length') {
      this.#left = head.body.bytes;
      this.done = this.#left === 0;
    }
    this.#listener.onHead(head);
  }

  #readBody(bytes: Buffer, from: number): number {
    if (this.done) return from;
    if (this.#chunks) {
      const end = this.#chunks.push(bytes, from, this.#onBody);
      this.done = this.#chunks.done;
      return end;
    }
    if (from === bytes.length) return from;
    let end = bytes.length;
    if (this.#head?.body.kind === 'length') {
      end = Math.min(from + this.#left, end);
      this.#left -= end - from;
    }
    this.#onBody(from === 0 && end === bytes.length ? bytes : bytes.subarray(from, end));
    if (this.#head?.body.kind === 'length') this.done = this.#left === 0;
    return end;
  }
}
