import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { StreamPart } from '../dialects/canonical.ts';
import type { StreamReader } from '../dialects/dialect.ts';
import type { Framing } from '../egress/framing/framing.ts';

/** The file `fixtures/<name>` beside the test whose `import.meta.url` is given. */
export function readFixture(testUrl: string, name: string): Buffer {
  return readFileSync(new URL(`fixtures/${name}`, testUrl));
}

/**
 * The parts that the bytes of a stream are read as. Asserts that they are the same wherever the bytes are cut in two.
 * Ids of our own making (32 hexadecimal digits) become `new`.
 */
export function replay(bytes: Buffer | string, framing: Framing, open: () => StreamReader): StreamPart[] {
  const whole = Buffer.from(bytes);
  const parts = readAll([whole], framing, open());
  for (let cut = 1; cut < whole.length; cut++) {
    const pieces = [whole.subarray(0, cut), whole.subarray(cut)];
    assert.deepEqual(readAll(pieces, framing, open()), parts, `cut at byte ${cut}`);
  }
  return parts;
}

function readAll(pieces: readonly Buffer[], framing: Framing, reader: StreamReader): StreamPart[] {
  const decoder = framing.decoder();
  const push = (piece: Buffer) => {
    const memory = Buffer.from(piece);
    const frames = decoder.push(memory);
    // As sockets do, that read into the same memory again.
    memory.fill(0);
    return frames;
  };
  const frames = [...pieces.flatMap(push), ...decoder.end()];
  const parts = [...frames.flatMap((frame) => reader.read(frame)), ...reader.end()];
  return JSON.parse(JSON.stringify(parts).replace(/\b(chatcmpl-|call_)?[0-9a-f]{32}\b/g, '$1new'));
}

/** The text of all parts of a kind. */
export function textOf(parts: readonly StreamPart[], kind: 'text' | 'reasoning'): string {
  return parts
    .map((part) =>
      (part.type === 'text-delta' || part.type === 'reasoning-delta') && part.type.startsWith(kind) ? part.text : '',
    )
    .join('');
}
