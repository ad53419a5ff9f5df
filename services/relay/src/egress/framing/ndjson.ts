import type { Frame } from '../../dialects/dialect.ts';
import { type FrameDecoder, type Framing, longestFrameLength } from './framing.ts';

const lineFeed = 0x0a;

/** One JSON value per line (Ollama). Blank lines are skipped. */
export const ndjson: Framing = {
  mediaTypes: ['application/x-ndjson', 'application/jsonl', 'application/stream+json'],
  decoder: () => new LineDecoder(),
};

class LineDecoder implements FrameDecoder {
  /** Pieces of the line that is not whole yet; joined once, however many there are. */
  #pieces: Buffer[] = [];
  #length = 0;

  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = [];
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, start)) {
      this.#pieces.push(chunk.subarray(start, at));
      frames.push(...this.end());
      start = at + 1;
    }
    if (start < chunk.length) this.#pieces.push(Buffer.from(chunk.subarray(start)));
    this.#length += chunk.length - start;
    if (this.#length > longestFrameLength) throw new Error('a line of the stream is too long');
    return frames;
  }

  end(): Frame[] {
    const data = Buffer.concat(this.#pieces).toString('utf8').trim();
    this.#pieces = [];
    this.#length = 0;
    return data === '' ? [] : [{ event: '', data }];
  }
}
