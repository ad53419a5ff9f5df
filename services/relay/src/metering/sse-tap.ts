import type { UsageTokens } from '@switchyard/contracts';
import type { Json, UpstreamError } from '../dialects/canonical.ts';
import type { ClientDialect, StreamMarks, UpstreamFormat } from '../dialects/dialect.ts';
import { isObject } from '../dialects/json.ts';
import { cutOff } from '../dialects/stream-parts.ts';
import { type ByteText, decodeText, encodeText, readBytes } from '../egress/framing/byte-text.ts';
import { KeptEvents, parseEvent } from './kept-events.ts';
import { NamedPattern } from './named-pattern.ts';
import { eventPayloads, isEventEnd, lastEventEnd, splitEvents } from './sse.ts';
import type { StreamTap } from './tap.ts';

const errorName = '"error"';
/** Some hosts say in each event that there is none. */
const errorPattern = `${errorName}(?!\\s*:\\s*null)`;
const errorMember = new NamedPattern([errorName], errorPattern);
const blankLine = '\n\n';
/** Of what says nothing, before an answer and behind it. */
const mostHeldBytes = 65_536;
/** An event longer than this is passed on in pieces. A picture may come in one. */
const longestEventBytes = 16 * 1_048_576;
/** Bytes of a blank line's line ends but the last. */
const longestLineEnd = 3;
/** More than what is read in one turn. */
const turnBytes = 1_048_576;

interface Patterns {
  /** Usage: the name followed by an object; most hosts send null on every other chunk. */
  readonly usage: NamedPattern;
  /** Events for the corrector; absent where there is none. */
  readonly corrected: RegExp | undefined;
  /** Any of these, the end, or an error: chunks without them pass as they are. One pattern, for it is looked for in every chunk. */
  readonly noted: Pick<NamedPattern, 'test'>;
}

const patternsOf = new WeakMap<StreamMarks, Patterns>();

function patterns(marks: StreamMarks): Patterns {
  const known = patternsOf.get(marks);
  if (known) return known;
  const usageName = `"${marks.usage}"`;
  const usage = `${RegExp.escape(usageName)}[ :]*\\{`;
  const corrected = marks.corrected?.in;
  const noted = `${usage}|${RegExp.escape(marks.end)}|${errorPattern}`;
  const names = [usageName, marks.end, errorName];
  const made = {
    usage: new NamedPattern([usageName], usage),
    corrected,
    noted: corrected ? new RegExp(`${noted}|${corrected.source}`) : new NamedPattern(names, noted),
  };
  patternsOf.set(marks, made);
  return made;
}

/**
 * Passes an event stream on as it came and reads usage and text beside it, without parsing in the common case. Hands on
 * whole events only; keeps back the end mark, and the usage event when the client did not ask for it.
 */
export class SseTap implements StreamTap {
  readonly kind = 'stream';
  readonly #format: UpstreamFormat;
  readonly #client: ClientDialect;
  readonly #hideUsage: boolean;
  readonly #hideKey: (text: string) => string;
  readonly #patterns: Patterns;
  readonly #correct: ((payload: Json) => Json | undefined) | undefined;
  /** The beginning of an event that is not whole yet, and its last bytes: an event may end across two pieces. */
  #partial = '';
  #seam = '';
  #firstUsage: string | undefined;
  #lastUsage: string | undefined;
  /** Events came after the last report. */
  #unreported = false;
  #end: string | undefined;
  #ended = false;
  /** Events that say nothing yet: an upstream that fails after them can still be replaced. */
  #preamble = '';
  #begun = false;
  #failure: UpstreamError | undefined;
  /** An error behind the beginning, which the client sees where it stands. */
  #lateError: UpstreamError | undefined;
  readonly #kept: KeptEvents;
  receivedBytes = 0;
  readonly stopped = false;

  /** `hideKey`: takes the upstream's key out of what it says of an error. `mostKeptBytes`: of events, for counting. */
  constructor(
    format: UpstreamFormat,
    client: ClientDialect,
    hideUsage: boolean,
    hideKey: (text: string) => string,
    mostKeptBytes: () => number,
  ) {
    this.#format = format;
    this.#client = client;
    this.#hideUsage = hideUsage && format.marks.isUsageOnly !== undefined;
    this.#hideKey = hideKey;
    this.#patterns = patterns(format.marks);
    this.#correct = format.marks.corrected?.open();
    this.#kept = new KeptEvents((payload) => format.readOutput(payload), mostKeptBytes);
  }

  /** The chunk as it came when nothing is to be kept back, else the part that may be sent. */
  push(chunk: Buffer): ByteText | undefined {
    const piece = readBytes(chunk);
    const whole = this.#partial === '' && isEventEnd(piece) ? piece : this.#join(piece);
    if (whole === '') return undefined;
    this.receivedBytes += whole.length;
    // A piece of an event that is too long is nothing that could be read.
    const isEvents = isEventEnd(whole);
    if (isEvents) this.#kept.add(whole);
    this.#unreported = true;
    if (!this.#begun && isEvents && this.#end === undefined && this.#saysNothing(whole)) {
      if (this.#preamble.length + whole.length <= mostHeldBytes) this.#preamble += whole;
      return undefined;
    }
    const isNoted = this.#patterns.noted.test(whole);
    const passed = isNoted || this.#end !== undefined ? this.#sift(whole) : whole;
    return this.#begun || passed === undefined ? passed : this.#begin(passed);
  }

  /** The rest of a stream without a last blank line, and the end mark. */
  flush(): ByteText | undefined {
    this.#ended = true;
    const rest = this.#partial;
    this.#partial = '';
    this.receivedBytes += rest.length;
    let sifted: string | undefined;
    if (rest !== '' && isWhole(rest as ByteText)) {
      const event = (rest + blankLine) as ByteText;
      this.#kept.add(event);
      sifted = this.#sift(event);
    }
    const left = this.#preamble + (sifted ?? '') + (this.#end ?? '');
    return left === '' ? undefined : (left as ByteText);
  }

  /** Of the first events at once; one further on is passed on first, and told at the end. */
  failure(): UpstreamError | undefined {
    if (!this.#failure && this.#ended && !this.#isComplete()) {
      this.#lateError ??= this.#format.errorIn(this.#kept.last());
      this.#failure = this.#lateError ?? cutOff;
    }
    return this.#failure;
  }

  get failureSeen(): boolean {
    return this.#lateError !== undefined;
  }

  usage(): UsageTokens | undefined {
    if (this.#lastUsage === undefined) return undefined;
    const first = this.#firstUsage === undefined ? undefined : this.#format.readUsage(parseEvent(this.#firstUsage));
    return this.#format.readUsage(parseEvent(this.#lastUsage), first);
  }

  /** Of usage, or where none came of the newest event. */
  serviceTier(member: string): string | undefined {
    const tiers = this.#format.serviceTiers;
    if (!tiers) return undefined;
    for (const payload of [this.#lastUsage, this.#firstUsage]) {
      const told = payload === undefined ? undefined : tiers.told(parseEvent(payload), member);
      if (told !== undefined) return told;
    }
    return tiers.told(this.#kept.last(), member);
  }

  get hasEndMark(): boolean {
    return this.#end !== undefined;
  }

  get usageIsFinal(): boolean {
    return !this.#unreported || this.#isComplete();
  }

  estimatedTokens(): number {
    return this.#kept.estimatedTokens();
  }

  leastTokens(): number {
    return this.#kept.leastTokens();
  }

  cut(): ByteText {
    return encodeText(this.#client.writeCut(this.#kept.last(), 'length'));
  }

  text(): string {
    return this.#kept.text();
  }

  condense(): void {
    this.#kept.letGo();
  }

  #isComplete(): boolean {
    if (this.#lateError) return false;
    if (this.#end) return true;
    const { complete } = this.#format.marks;
    return this.#kept.newest().some((events) => complete.some((mark) => events.includes(mark)));
  }

  /**
   * With what came before it, up to the end of the last event; the rest waits for more. A long event is not looked through again with each
   * piece, and one that is too long does not wait.
   */
  #join(piece: ByteText): ByteText {
    const searched = this.#seam + piece;
    const end = lastEventEnd(searched);
    const joined = this.#partial + piece;
    if (end === 0 && joined.length <= longestEventBytes) {
      // There is time for what the event before this one has left to do.
      if (joined.length % turnBytes < piece.length) this.#kept.tidy();
      this.#partial = joined;
      this.#seam = searched.slice(-longestLineEnd);
      return '' as ByteText;
    }
    this.#partial = end === 0 ? '' : searched.slice(end);
    this.#seam = this.#partial.slice(-longestLineEnd);
    return joined.slice(0, joined.length - this.#partial.length) as ByteText;
  }

  /** Comments, and events that stand for them. */
  #saysNothing(events: ByteText): boolean {
    const { isPing } = this.#format.marks;
    return eventPayloads(events).every((payload) => isPing?.(payload));
  }

  #begin(events: ByteText): ByteText {
    const begun = this.#preamble + events;
    this.#begun = true;
    this.#preamble = '';
    return begun as ByteText;
  }

  /** Events one by one: remembers usage and errors, takes out what the client must not see. */
  #sift(bytes: ByteText): ByteText | undefined {
    const { marks } = this.#format;
    let passed = '';
    let isAsItCame = true;
    let start = 0;
    for (const given of splitEvents(bytes)) {
      const event = this.#patterns.corrected?.test(given) ? this.#corrected(given) : given;
      const payload = this.#patterns.usage.test(event) ? eventPayloads(decodeText(event))[0] : undefined;
      if (payload !== undefined) {
        if (this.#lastUsage !== undefined) this.#firstUsage ??= this.#lastUsage;
        this.#lastUsage = payload;
      }
      this.#unreported = payload === undefined;
      if (this.#end === undefined && errorMember.test(event)) this.#noteError(event);
      let sent: string = event;
      if (this.#end !== undefined) sent = this.#keepBehindEnd(this.#end, event);
      else if (event.includes(marks.end) && marks.isEnd(event)) {
        this.#end = event;
        sent = '';
      } else if (payload !== undefined && this.#hideUsage && marks.isUsageOnly?.(payload)) sent = '';
      // A beginning of the text costs nothing, where events of megabytes that are put together are copied.
      isAsItCame &&= sent === '' || (sent === given && passed.length === start);
      start += given.length;
      passed = isAsItCame && sent !== '' ? bytes.slice(0, start) : passed + sent;
    }
    return passed === '' ? undefined : this.#withoutKey(passed as ByteText);
  }

  #corrected(event: ByteText): ByteText {
    const payload = parseEvent(eventPayloads(decodeText(event))[0] ?? '');
    const right = isObject(payload) ? this.#correct?.(payload) : undefined;
    return right ? encodeText(`data: ${JSON.stringify(right)}\n\n`) : event;
  }

  /** Google's may be no event at all, but bare. */
  #noteError(event: ByteText): void {
    const text = decodeText(event);
    const error = this.#format.errorIn(parseEvent(eventPayloads(text)[0] ?? text));
    if (this.#begun) this.#lateError ??= error;
    else this.#failure ??= error;
  }

  /** Hosts quote the key that they refuse. */
  #withoutKey(events: ByteText): ByteText {
    if (!events.includes(errorName)) return events;
    const text = decodeText(events);
    const hidden = this.#hideKey(text);
    return hidden === text ? events : encodeText(hidden);
  }

  /**
   * What may be passed on now. Where ends repeat, the newest event is the one that is kept back; elsewhere hosts put little there,
   * and what one goes on sending must not fill the memory.
   */
  #keepBehindEnd(end: string, event: string): string {
    if (this.#format.marks.endRepeats) {
      this.#end = event;
      return end;
    }
    if (end.length + event.length <= mostHeldBytes) this.#end = end + event;
    return '';
  }
}

/** An event that lacks nothing but its blank line; half of one is of no use to anybody. */
function isWhole(rest: ByteText): boolean {
  const payload = eventPayloads(decodeText(rest))[0];
  return payload === undefined || payload === '[DONE]' || parseEvent(payload) !== undefined;
}
