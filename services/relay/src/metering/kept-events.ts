import { type ByteText, decodeText, readBytes, writeBytes } from '../egress/framing/byte-text.ts';
import { eventPayloads, lastEventEnd } from './sse.ts';
import { TextLengths } from './text-lengths.ts';
import { leastTokens } from './token-counter.ts';

/** Events beyond this are packed into one Buffer: thousands of streams have millions of them, and V8 goes through all that are in its heap. */
const packBytes = 16_384;
/** Chunks whose events may still be the last ones, and what of them is kept beside the packed ones; an event may be longer. */
const recentChunks = 4;
const recentBytes = 4_096;
/** How far back the beginning of these is looked for: byte by byte, which takes long in a long event. */
const searchedBytes = 65_536;

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
  /** Of them, behind the last one that is longer than a stream may keep: its own turn has cost enough, and others may come in the same. */
  #newBytes = 0;
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
    const isLong = events.length > mostOfOneBytes;
    if (this.#newBytes > packBytes || (isLong && this.#chunkBytes > packBytes)) this.tidy();
    this.#chunks.push(events);
    this.#chunkBytes += events.length;
    this.#newBytes = isLong ? 0 : this.#newBytes + events.length;
  }

  /** Packs what came of late, or takes the text out of what is packed: one of both, for each takes long with megabytes. */
  tidy(): void {
    if (this.#packedBytes > this.#mostBytes()) this.#takeText();
    else if (this.#chunkBytes > packBytes) this.#pack();
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
    this.#takeText();
    return this.#text + this.#textsOf(this.#chunks.map(decodeText));
  }

  /** Lets go of all but the newest and the text; of an event of megabytes only behind it, since it has cost enough in its turn. */
  letGo(): void {
    if (this.#chunkBytes - this.#newBytes > mostOfOneBytes) return;
    if (this.#chunkBytes > recentBytes) this.#pack();
    this.#takeText();
  }

  #takeText(): void {
    this.#text += this.#textsOf(this.#packed.map((events) => events.toString('utf8')));
    this.#packed = [];
    this.#packedBytes = 0;
  }

  /** In one piece: each bit of a text that is put together from bits takes more memory than it holds. */
  #textsOf(chunks: readonly string[]): string {
    return chunks
      .flatMap((events) => eventPayloads(events).map((payload) => this.#readText(parseEvent(payload))))
      .join('');
  }

  #pack(): void {
    this.estimatedTokens();
    this.#recent = lastEvents(this.newest());
    const packed = writeBytes(this.#chunks.join('') as ByteText);
    this.#packed.push(packed);
    this.#packedBytes += packed.length;
    this.#chunks = [];
    this.#chunkBytes = 0;
    this.#newBytes = 0;
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
  let [first, bytes] = [chunks.length, 0];
  while (first > 0 && bytes <= recentBytes) bytes += chunks[--first]?.length ?? 0;
  if (bytes <= recentBytes) return chunks;
  const events = chunks.slice(first).join('');
  const end = lastEventEnd(events.slice(-searchedBytes, -recentBytes));
  // A part of a text keeps all of it in memory: it is written anew.
  if (end === 0) return [events as ByteText];
  return [readBytes(writeBytes(events.slice(Math.max(0, bytes - searchedBytes) + end) as ByteText))];
}
