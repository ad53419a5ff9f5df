import { type ByteText, decodeText, readBytes, writeBytes } from '../egress/framing/byte-text.ts';
import { eventPayloads, lastEventEnd } from './sse.ts';
import { TextLengths } from './text-lengths.ts';
import { leastTokens } from './token-counter.ts';

/** Events beyond this are packed into one Buffer: thousands of streams have millions of them, and V8 goes through all that are in its heap. */
const packBytes = 16_384;
/** Chunks whose events may still be the last ones, and what of them is kept beside the packed ones; an event may be longer. */
const recentChunks = 4;
const recentBytes = 4_096;

/** Of one stream, and of all that run. What is beyond it is parsed, which costs a fifth of all that an event does. */
const mostOfOneBytes = 262_144;
const mostOfAllBytes = 128 * 1_048_576;

/** What one of so many running streams may keep. */
export function shareBytes(running: number): number {
  return Math.min(mostOfOneBytes, mostOfAllBytes / running);
}

/**
 * What a stream's events are kept for: its newest ones, and its text, for counting when no usage comes. Nothing is parsed before it is asked
 * for, or they are too many.
 */
export class KeptEvents {
  readonly #readText: (payload: unknown) => string;
  readonly #mostBytes: () => number;
  /** Chunks of whole events: those of late, and all before them; the newest of these once more. */
  #chunks: ByteText[] = [];
  #chunkBytes = 0;
  #packed: Buffer[] = [];
  #packedBytes = 0;
  #recent: readonly ByteText[] = [];
  /** Of the events that were let go. */
  #text = '';
  /** Chunks before this one are in the estimate. */
  #estimated = 0;
  readonly #texts = new TextLengths();

  /** `readText`: what the model wrote in one event. Beyond `mostBytes` text is taken out of the events and they are let go. */
  constructor(readText: (payload: unknown) => string, mostBytes: () => number) {
    this.#readText = readText;
    this.#mostBytes = mostBytes;
  }

  add(events: ByteText): void {
    // Not with the newest: one of megabytes has cost enough in its turn.
    if (this.#chunkBytes > packBytes) {
      this.#pack();
      if (this.#packedBytes > this.#mostBytes()) this.condense();
    }
    this.#chunks.push(events);
    this.#chunkBytes += events.length;
  }

  /** The newest chunks, the last one last. */
  newest(): ByteText[] {
    return [...this.#recent, ...this.#chunks].slice(-recentChunks);
  }

  /** The newest event that is JSON, parsed; {} when there is none. */
  last(): unknown {
    for (const events of this.newest().reverse()) {
      const payload = eventPayloads(decodeText(events)).findLast((candidate) => candidate.startsWith('{'));
      if (payload !== undefined) return parseEvent(payload);
    }
    return {};
  }

  /** One token an event, or one for four characters of text. */
  estimatedTokens(): number {
    for (; this.#estimated < this.#chunks.length; this.#estimated++) {
      this.#texts.measure(this.#chunks[this.#estimated] as ByteText);
    }
    return Math.ceil(this.#texts.tokens);
  }

  /** One an event, or one for five characters. */
  leastTokens(): number {
    this.estimatedTokens();
    return Math.max(this.#texts.count, leastTokens(this.#texts.bytes));
  }

  /** All text so far. */
  text(): string {
    this.#pack();
    this.condense();
    return this.#text;
  }

  /** Lets go of what need not be kept: of an event of megabytes only with the next one, since it has cost enough in its turn. */
  letGo(): void {
    if (this.#chunkBytes <= mostOfOneBytes) this.condense();
  }

  /** Lets go of all but the newest and the text. */
  condense(): void {
    if (this.#chunkBytes > recentBytes) this.#pack();
    const texts: string[] = [];
    for (const events of this.#packed)
      for (const payload of eventPayloads(events.toString('utf8'))) texts.push(this.#readText(parseEvent(payload)));
    // In one piece: each bit of a text that is put together from bits takes more memory than it holds.
    this.#text += texts.join('');
    this.#packed = [];
    this.#packedBytes = 0;
  }

  #pack(): void {
    this.estimatedTokens();
    this.#recent = lastEvents(this.newest());
    const packed = writeBytes(this.#chunks.join('') as ByteText);
    this.#packed.push(packed);
    this.#packedBytes += packed.length;
    this.#chunks = [];
    this.#chunkBytes = 0;
    this.#estimated = 0;
  }
}

/** undefined for what is not JSON: it is passed on and never counted. */
export function parseEvent(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The chunks themselves when they are short, else their last events. */
function lastEvents(chunks: readonly ByteText[]): readonly ByteText[] {
  const events = chunks.join('');
  if (events.length <= recentBytes) return chunks;
  const start = lastEventEnd(events.slice(0, -recentBytes));
  // A part of a text keeps all of it in memory: it is written anew.
  return [start === 0 ? (events as ByteText) : readBytes(writeBytes(events.slice(start) as ByteText))];
}
