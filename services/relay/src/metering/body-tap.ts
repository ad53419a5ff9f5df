import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../dialects/canonical.ts';
import type { UpstreamFormat } from '../dialects/dialect.ts';
import { isObject } from '../dialects/json.ts';
import { SoundAnswer } from '../dialects/sound-answer.ts';
import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { type Failure, unusable } from '../egress/failure.ts';
import { type ByteText, encodeText } from '../egress/framing/byte-text.ts';
import type { WholeTap } from './tap.ts';

const quote = 0x22;
const backslash = 0x5c;
const errorBytes = Buffer.from('"error"');

/** How the client gets a whole answer that is not passed on as it came. */
export interface AnswerWriter {
  /** Throws an UpstreamRefusal when the payload is no answer. */
  read(payload: unknown): void;
  write(): unknown;
}

/** Reads usage and text from a whole JSON answer; passes its bytes on, or what they become in another dialect. */
export class BodyTap implements WholeTap {
  readonly kind = 'whole';
  contentType = 'application/json';
  readonly #format: UpstreamFormat;
  readonly #writer: AnswerWriter | undefined;
  readonly #writeStream: (payload: unknown) => ByteText;
  readonly #chunks: Buffer[] = [];
  #parsed: unknown;
  #toCorrect: boolean | undefined;
  #usage: UsageTokens | undefined;
  #usageRead = false;
  receivedBytes = 0;

  /** `writer`: absent when the bytes may pass. `writeStream`: the payload as the stream that the client asked for. */
  constructor(
    format: UpstreamFormat,
    writer: AnswerWriter | undefined,
    writeStream: (payload: unknown) => ByteText = () => encodeText(''),
  ) {
    this.#format = format;
    this.#writer = writer;
    this.#writeStream = writeStream;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(Buffer.from(chunk));
    this.receivedBytes += chunk.length;
  }

  bytes(): Buffer {
    if (!this.#writer) {
      const right = this.#right();
      return right ? Buffer.from(JSON.stringify(right)) : this.#received();
    }
    const answer = this.#writer.write();
    if (!(answer instanceof SoundAnswer)) return Buffer.from(JSON.stringify(answer));
    this.contentType = answer.contentType;
    return answer.bytes;
  }

  /** The usage object alone is parsed when it can be found; the whole answer otherwise. */
  usage(): UsageTokens | undefined {
    if (!this.#usageRead) {
      const { usage: name, usageIsScattered } = this.#format.marks;
      const text = this.#writer || usageIsScattered ? undefined : lastObject(this.#received(), `"${name}"`);
      const usage = text === undefined ? undefined : this.#format.readUsage({ [name]: parse(text) });
      this.#usage = usage ?? this.#format.readUsage(this.#payload());
      this.#usageRead = true;
    }
    return this.#usage;
  }

  serviceTier(member: string): string | undefined {
    return this.#format.serviceTiers?.told(this.#payload(), member);
  }

  text(): string {
    return this.#format.readOutput(this.#payload());
  }

  /** Parses only what looks odd, unless it must be written anew. */
  problem(): Failure | undefined {
    if (this.receivedBytes === 0) return unusable('it answered with nothing');
    const isOdd = this.#received().includes(errorBytes) || this.#isToCorrect();
    if (!this.#writer && !isOdd && this.usage() !== undefined) return undefined;
    const payload = this.#payload();
    if (payload === undefined) return unusable('its answer is not JSON');
    const error = this.#format.errorIn(payload);
    if (error) return unusable(error.message, error);
    try {
      this.#writer?.read(payload);
    } catch (refusal) {
      if (refusal instanceof UpstreamRefusal) return unusable(refusal.message, refusal.upstream);
      throw refusal;
    }
    return undefined;
  }

  asStream(): ByteText {
    return this.#writeStream(this.#right() ?? this.#payload());
  }

  /** It may hold what its host writes otherwise. Once it is whole. */
  #isToCorrect(): boolean {
    const { corrected } = this.#format.marks;
    this.#toCorrect ??= corrected?.in.test(this.#received().toString('latin1')) ?? false;
    return this.#toCorrect;
  }

  /** What the answer becomes; undefined where it may stay. */
  #right(): Json | undefined {
    const payload = this.#isToCorrect() ? this.#payload() : undefined;
    return isObject(payload) ? this.#format.marks.corrected?.open()(payload) : undefined;
  }

  #received(): Buffer {
    if (this.#chunks.length > 1) this.#chunks.splice(0, this.#chunks.length, Buffer.concat(this.#chunks));
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  /** The parsed answer; undefined when it is not JSON. */
  #payload(): unknown {
    this.#parsed ??= parse(this.#received().toString('utf8'));
    return this.#parsed;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Text of the last object under a name in quotes. Inside a JSON string the name cannot stand: its closing quote would
 * be escaped there.
 */
function lastObject(bytes: Buffer, name: string): string | undefined {
  const at = bytes.lastIndexOf(name);
  if (at < 0) return undefined;
  const start = bytes.indexOf('{', at + name.length);
  if (start < 0 || start > at + name.length + 8) return undefined;
  let depth = 0;
  for (let next = start; next < bytes.length; next++) {
    const byte = bytes[next];
    if (byte === quote) {
      next++;
      while (next < bytes.length && bytes[next] !== quote) next += bytes[next] === backslash ? 2 : 1;
    } else if (byte === 0x7b) depth++;
    else if (byte === 0x7d && --depth === 0) return bytes.toString('utf8', start, next + 1);
  }
  return undefined;
}
