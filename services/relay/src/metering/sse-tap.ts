import type { UsageTokens } from '@switchyard/contracts';
import type { UpstreamDialect } from '../dialects/dialect.ts';
import { eventPayloads, isEventEnd, lastEventEnd } from './sse.ts';
import { leastTokens } from './token-counter.ts';

const usageName = Buffer.from('"usage"');
const doneMark = Buffer.from('[DONE]');
const openBrace = 0x7b;
const colon = 0x3a;
const space = 0x20;
/** Kept for counting; beyond it the text is taken out of the events and they are let go. */
const keepBytes = 262_144;
/** An event longer than this is passed on in pieces. */
const longestEventBytes = 1_048_576;

/**
 * Reads usage and text beside the bytes of an event stream, without parsing in the common case. Hands on whole events
 * only; keeps back the end mark, and the usage event when the client did not ask for it.
 */
export class SseTap {
  readonly #dialect: UpstreamDialect;
  readonly #hideUsage: boolean;
  #partial: Buffer | undefined;
  #usageEvent: string | undefined;
  #end: Buffer | undefined;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #text = '';
  /** Kept chunks before this one are in the estimate. */
  #estimated = 0;
  #estimate = 0;
  #texts = 0;
  #textBytes = 0;
  /** Bytes of the events received, for estimates while the stream runs. */
  receivedBytes = 0;

  constructor(dialect: UpstreamDialect, hideUsage: boolean) {
    this.#dialect = dialect;
    this.#hideUsage = hideUsage;
  }

  /** What may be sent on now: the chunk itself when nothing is to be kept back, else the part that may. */
  push(chunk: Buffer): Buffer | undefined {
    const bytes = this.#partial ? Buffer.concat([this.#partial, chunk]) : chunk;
    this.#partial = undefined;
    const whole = isEventEnd(bytes) ? bytes : this.#cutPartial(bytes);
    if (whole.length === 0) return undefined;
    this.receivedBytes += whole.length;
    this.#keep(whole);
    const marked = whole.indexOf(doneMark) >= 0;
    if (!marked && !hasUsageObject(whole)) return whole;
    return this.#sift(whole, marked);
  }

  /** What was kept back for the end: the rest of a stream that broke off, the end mark. */
  flush(): Buffer | undefined {
    const rest = this.#partial;
    this.#partial = undefined;
    if (rest) {
      this.receivedBytes += rest.length;
      this.#keep(rest);
      const sifted = this.#sift(Buffer.concat([rest, Buffer.from('\n\n')]), rest.indexOf(doneMark) >= 0);
      if (sifted) return this.#end ? Buffer.concat([sifted, this.#end]) : sifted;
    }
    return this.#end;
  }

  /** The upstream said that the stream is complete. */
  get complete(): boolean {
    return this.#end !== undefined;
  }

  /** Usage as the upstream last reported it. */
  usage(): UsageTokens | undefined {
    return this.#usageEvent === undefined ? undefined : this.#dialect.readUsage(parse(this.#usageEvent));
  }

  /** About how many tokens came so far: one an event, or one for four characters of text. */
  estimatedTokens(): number {
    for (; this.#estimated < this.#kept.length; this.#estimated++) {
      for (const bytes of textLengths((this.#kept[this.#estimated] as Buffer).toString('latin1'))) {
        this.#estimate += Math.max(1, bytes / 4);
        this.#texts++;
        this.#textBytes += bytes;
      }
    }
    return Math.ceil(this.#estimate);
  }

  /** What a tokenizer finds at least, as a rule: one an event, or one for five characters. */
  leastTokens(): number {
    this.estimatedTokens();
    return Math.max(this.#texts, leastTokens(this.#textBytes));
  }

  /** The newest event that is still at hand, parsed: a pattern for events of our own. */
  lastEvent(): unknown {
    const newest = this.#kept.at(-1);
    const payloads = newest ? eventPayloads(newest.toString('utf8')) : [];
    return parse(payloads.at(-1) ?? '{}');
  }

  /** All text the model wrote so far. Parses what was kept; for the end of a stream without usage. */
  text(): string {
    this.#compact();
    return this.#text;
  }

  #cutPartial(bytes: Buffer): Buffer {
    const end = lastEventEnd(bytes);
    const rest = bytes.length - end;
    if (rest > longestEventBytes) return bytes;
    if (rest > 0) this.#partial = Buffer.from(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  /** Events one by one: remembers usage, takes out what the client must not see. */
  #sift(bytes: Buffer, marked: boolean): Buffer | undefined {
    const text = bytes.toString('utf8');
    let passed = '';
    for (const event of text.split(/(?<=\r?\n\r?\n)/)) {
      if (marked && /^data:\s*\[DONE\]/m.test(event)) {
        this.#end = Buffer.from(event);
        continue;
      }
      const payload = event.includes('"usage"') ? eventPayloads(event)[0] : undefined;
      const carries = payload !== undefined && this.#noteUsage(payload);
      if (!(carries && this.#hideUsage && /"choices"\s*:\s*\[\s*\]/.test(payload as string))) passed += event;
    }
    return passed === '' ? undefined : passed.length === text.length ? bytes : Buffer.from(passed);
  }

  #noteUsage(payload: string): boolean {
    if (!/"usage"\s*:\s*\{/.test(payload)) return false;
    this.#usageEvent = payload;
    return true;
  }

  #keep(bytes: Buffer): void {
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > keepBytes) this.#compact();
  }

  #compact(): void {
    this.estimatedTokens();
    this.#estimated = 0;
    const text = Buffer.concat(this.#kept).toString('utf8');
    this.#kept = [];
    this.#keptBytes = 0;
    for (const payload of eventPayloads(text)) this.#text += this.#dialect.readOutput(parse(payload));
  }
}

/** undefined for what is not JSON: it is passed on and never counted. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textMember = /"(?:content|reasoning_content|reasoning|text|arguments)":\s*"((?:[^"\\]|\\.)*)"/g;

/** Bytes of every piece of text in the events. */
function* textLengths(events: string): Generator<number> {
  for (const match of events.matchAll(textMember)) {
    const { length } = match[1] as string;
    if (length > 0) yield length;
  }
}

/** `"usage"` followed by an object; most hosts send `"usage":null` on every other chunk. */
function hasUsageObject(bytes: Buffer): boolean {
  let at = bytes.indexOf(usageName);
  while (at >= 0) {
    let next = at + usageName.length;
    while (bytes[next] === space || bytes[next] === colon) next++;
    if (bytes[next] === openBrace) return true;
    at = bytes.indexOf(usageName, next);
  }
  return false;
}
