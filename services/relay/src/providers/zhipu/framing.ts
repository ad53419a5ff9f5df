import type { Frame } from '../../dialects/dialect.ts';
import { type FrameDecoder, type Framing, longestFrameLength } from '../../egress/framing/framing.ts';

const blankLine = /\r?\n\r?\n/;

/**
 * Server-sent events as Zhipu's third version writes them: data is plain text, and the last event has a field `meta`
 * that the standard does not know. It becomes a frame of its own, named `meta`, before the event.
 */
export const zhipuFraming: Framing = { mediaTypes: ['text/event-stream'], decoder: () => new ZhipuDecoder() };

class ZhipuDecoder implements FrameDecoder {
  readonly #decoder = new TextDecoder();
  #rest = '';

  push(chunk: Buffer): Frame[] {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    const events = this.#rest.split(blankLine);
    this.#rest = events.pop() ?? '';
    if (this.#rest.length > longestFrameLength) throw new Error('an event of the stream is too long');
    return events.flatMap(readEvent);
  }

  end(): Frame[] {
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = '';
    return readEvent(rest);
  }
}

function readEvent(text: string): Frame[] {
  const lines = text.split(/\r?\n/);
  // Spaces after the colon belong to the text.
  const valuesOf = (field: string) =>
    lines.flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1)] : []));
  const event = valuesOf('event')[0]?.trim();
  if (event === undefined) return [];
  const meta = valuesOf('meta').map((data) => ({ event: 'meta', data }));
  return [...meta, { event, data: valuesOf('data').join('\n') }];
}
