import type { UsageTokens } from '@switchyard/contracts';
import type { UpstreamError } from '../dialects/canonical.ts';
import type { ClientDialect, UpstreamFormat } from '../dialects/dialect.ts';
import { cutOff } from '../dialects/stream-parts.ts';
import { eventPayloads, isEventEnd, lastEventEnd, splitEvents } from './sse.ts';
import type { StreamTap } from './tap.ts';
import { TextLengths } from './text-lengths.ts';
import { leastTokens } from './token-counter.ts';

const errorName = Buffer.from('"error"');
const blankLine = Buffer.from('\n\n');
const openBrace = 0x7b;
const colon = 0x3a;
const space = 0x20;
/** Kept for counting; beyond it the text is taken out of the events and they are let go. */
const mostBehindEndBytes = 65_536;
const keepBytes = 262_144;
/** Chunks whose events may still be the last ones. */
const recentChunks = 4;
/** An event longer than this is passed on in pieces. A picture may come in one. */
const longestEventBytes = 16 * 1_048_576;
/** Bytes of a blank line's line ends but the last. */
const longestLineEnd = 3;

/**
 * Passes an event stream on as it came and reads usage and text beside it, without parsing in the common case. Hands on
 * whole events only; keeps back the end mark, and the usage event when the client did not ask for it.
 */
export class SseTap implements StreamTap {
  readonly kind = 'stream';
  readonly #format: UpstreamFormat;
  readonly #client: ClientDialect;
  readonly #hideUsage: boolean;
  readonly #usageName: Buffer;
  readonly #endMark: Buffer;
  /** Pieces of an event that is not whole yet, and their last bytes: an event may end across two. */
  #partial: Buffer[] = [];
  #partialBytes = 0;
  #seam: Buffer = Buffer.alloc(0);
  #firstUsage: string | undefined;
  #lastUsage: string | undefined;
  /** Events came after the last report. */
  #unreported = false;
  #end: Buffer | undefined;
  #ended = false;
  #passed = false;
  #failure: UpstreamError | undefined;
  /** Chunks of whole events. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #text = '';
  /** Kept chunks before this one are in the estimate. */
  #estimated = 0;
  readonly #texts = new TextLengths();
  receivedBytes = 0;
  readonly stopped = false;

  constructor(format: UpstreamFormat, client: ClientDialect, hideUsage: boolean) {
    this.#format = format;
    this.#client = client;
    this.#hideUsage = hideUsage && format.marks.isUsageOnly !== undefined;
    this.#usageName = Buffer.from(`"${format.marks.usage}"`);
    this.#endMark = Buffer.from(format.marks.end);
  }

  /** The chunk itself when nothing is to be kept back, else the part that may be sent. */
  push(chunk: Buffer): Buffer | undefined {
    const bytes = this.#partial.length > 0 ? this.#join(chunk) : chunk;
    if (!bytes) return undefined;
    const whole = isEventEnd(bytes) ? bytes : this.#cutPartial(bytes);
    if (whole.length === 0) return undefined;
    this.receivedBytes += whole.length;
    // A piece of an event that is too long is nothing that could be read.
    if (isEventEnd(whole)) this.#keep(whole);
    if (!this.#passed && whole.includes(errorName)) this.#failure = this.#format.errorIn(this.#lastEvent());
    this.#passed = true;
    this.#unreported = true;
    if (!this.#end && !whole.includes(this.#endMark) && !this.#hasUsageObject(whole)) return whole;
    return this.#sift(whole);
  }

  /** The rest of a stream without a last blank line, and the end mark. */
  flush(): Buffer | undefined {
    this.#ended = true;
    const rest = Buffer.concat(this.#partial.splice(0));
    this.receivedBytes += rest.length;
    if (rest.length === 0 || !isWhole(rest)) return this.#end;
    const event = Buffer.concat([rest, blankLine]);
    this.#keep(event);
    const sifted = this.#sift(event);
    return sifted && this.#end ? Buffer.concat([sifted, this.#end]) : (sifted ?? this.#end);
  }

  /** The first events are looked at before they are passed on; errors further on only at the end. */
  failure(): UpstreamError | undefined {
    if (!this.#failure && this.#ended && !this.#isComplete()) {
      this.#failure = this.#format.errorIn(this.#lastEvent());
      if (this.#failure) this.failureSeen = true;
      else this.#failure = cutOff;
    }
    return this.#failure;
  }
  failureSeen = false;

  usage(): UsageTokens | undefined {
    if (this.#lastUsage === undefined) return undefined;
    const first = this.#firstUsage === undefined ? undefined : this.#format.readUsage(parse(this.#firstUsage));
    return this.#format.readUsage(parse(this.#lastUsage), first);
  }

  get hasEndMark(): boolean {
    return this.#end !== undefined;
  }

  get usageIsFinal(): boolean {
    return !this.#unreported || this.#isComplete();
  }

  /** One token an event, or one for four characters of text. */
  estimatedTokens(): number {
    for (; this.#estimated < this.#kept.length; this.#estimated++) {
      this.#texts.measure(this.#kept[this.#estimated] as Buffer);
    }
    return Math.ceil(this.#texts.tokens);
  }

  /** One an event, or one for five characters. */
  leastTokens(): number {
    this.estimatedTokens();
    return Math.max(this.#texts.count, leastTokens(this.#texts.bytes));
  }

  cut(): Buffer {
    return Buffer.from(this.#client.writeCut(this.#lastEvent(), 'length'));
  }

  /** Parses what was kept. */
  text(): string {
    this.#compact(0);
    return this.#text;
  }

  /** The newest event that is still at hand, parsed. */
  #lastEvent(): unknown {
    for (const events of this.#kept.slice(-recentChunks).reverse()) {
      const payload = eventPayloads(events.toString('utf8')).findLast((candidate) => candidate.startsWith('{'));
      if (payload !== undefined) return parse(payload);
    }
    return {};
  }

  #isComplete(): boolean {
    if (this.#end) return true;
    const { complete } = this.#format.marks;
    return this.#kept.slice(-recentChunks).some((events) => complete.some((mark) => events.includes(mark)));
  }

  /** The name followed by an object; most hosts send null on every other chunk. */
  #hasUsageObject(bytes: Buffer): boolean {
    const name = this.#usageName;
    let at = bytes.indexOf(name);
    while (at >= 0) {
      let next = at + name.length;
      while (bytes[next] === space || bytes[next] === colon) next++;
      if (bytes[next] === openBrace) return true;
      at = bytes.indexOf(name, next);
    }
    return false;
  }

  /** The pieces as one, when an event ends in the newest. A long event is not looked through again with each piece. */
  #join(chunk: Buffer): Buffer | undefined {
    const seam = Buffer.concat([this.#seam, chunk]);
    if (lastEventEnd(seam) === 0 && this.#partialBytes + chunk.length <= longestEventBytes) {
      this.#keepPartial(chunk, seam);
      return undefined;
    }
    return Buffer.concat([...this.#partial.splice(0), chunk]);
  }

  #cutPartial(bytes: Buffer): Buffer {
    const end = lastEventEnd(bytes);
    const rest = bytes.length - end;
    if (rest > longestEventBytes) return bytes;
    if (rest > 0) {
      this.#partialBytes = 0;
      this.#keepPartial(bytes.subarray(end), bytes);
    }
    return bytes.subarray(0, end);
  }

  #keepPartial(piece: Buffer, upToHere: Buffer): void {
    this.#partial.push(Buffer.from(piece));
    this.#partialBytes += piece.length;
    this.#seam = Buffer.from(upToHere.subarray(-longestLineEnd));
  }

  /** Events one by one: remembers usage, takes out what the client must not see. */
  #sift(bytes: Buffer): Buffer | undefined {
    const { marks } = this.#format;
    const passed: Buffer[] = [];
    let start = 0;
    let passedTo = -1;
    // Every byte as it is, also where it is no UTF-8.
    for (const text of splitEvents(bytes.toString('latin1'))) {
      const event = bytes.subarray(start, start + text.length);
      const payload = this.#hasUsageObject(event) ? eventPayloads(event.toString('utf8'))[0] : undefined;
      if (payload !== undefined) {
        if (this.#lastUsage !== undefined) this.#firstUsage ??= this.#lastUsage;
        this.#lastUsage = payload;
      }
      this.#unreported = payload === undefined;
      if (this.#end) this.#keepBehindEnd(this.#end, event);
      else if (text.includes(marks.end) && marks.isEnd(text)) this.#end = Buffer.from(event);
      else if (!(payload !== undefined && this.#hideUsage && marks.isUsageOnly?.(payload))) {
        // Pieces that follow each other stay one.
        const before = passedTo === start ? passed.pop() : undefined;
        passedTo = start + text.length;
        passed.push(before ? bytes.subarray(start - before.length, passedTo) : event);
      }
      start += text.length;
    }
    return passed.length > 1 ? Buffer.concat(passed) : passed[0];
  }

  /** Hosts put little there, and what one goes on sending must not fill the memory. */
  #keepBehindEnd(end: Buffer, event: Buffer): void {
    if (end.length + event.length <= mostBehindEndBytes) this.#end = Buffer.concat([end, event]);
  }

  #keep(bytes: Buffer): void {
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > keepBytes) this.#compact(recentChunks);
  }

  /** Takes the text out of all kept chunks but the newest and lets them go. */
  #compact(but: number): void {
    this.estimatedTokens();
    const taken = this.#kept.splice(0, Math.max(0, this.#kept.length - but));
    this.#estimated = this.#kept.length;
    this.#keptBytes = this.#kept.reduce((sum, chunk) => sum + chunk.length, 0);
    for (const events of taken)
      for (const payload of eventPayloads(events.toString('utf8')))
        this.#text += this.#format.readOutput(parse(payload));
  }
}

/** An event that lacks nothing but its blank line; half of one is of no use to anybody. */
function isWhole(rest: Buffer): boolean {
  const payload = eventPayloads(rest.toString('utf8'))[0];
  return payload === undefined || payload === '[DONE]' || parse(payload) !== undefined;
}

/** undefined for what is not JSON: it is passed on and never counted. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
