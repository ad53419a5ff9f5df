import type { Readable } from 'node:stream';

const newline = 0x0a;

/** The lines of a text, each with its end, in lists as they come; bytes, since rows may be of any length. */
export async function* readLines(chunks: Readable): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = chunk.subarray(start, end + 1);
      lines.push(rest.length === 0 ? line : Buffer.concat([...rest, line]));
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
    yield lines;
  }
  if (rest.length > 0) yield [Buffer.concat(rest)];
}
