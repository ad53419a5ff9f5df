import { createParser } from 'eventsource-parser';
import type { Part } from './chat.ts';
import type { Dialect } from './dialects/dialect.ts';
import { parseObject } from './dialects/json.ts';

/** What the events of a stream say, a list for each chunk of bytes that ended some. Events that are no JSON say nothing. */
export async function* readStream(body: ReadableStream<Uint8Array>, dialect: Dialect): AsyncGenerator<readonly Part[]> {
  let parts: Part[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = parseObject(data);
      if (event !== undefined) parts.push(...dialect.read(event));
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
      if (parts.length > 0) yield parts;
      parts = [];
    }
    // The last event may lack its blank line.
    parser.feed('\n\n');
    if (parts.length > 0) yield parts;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
