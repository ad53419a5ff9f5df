import type { UsageTokens } from '@switchyard/contracts';
import type { AssistantPart, FinishReason, StreamPart, UpstreamError } from '../dialects/canonical.ts';
import type { StreamReader, StreamWriter } from '../dialects/dialect.ts';
import { PartCollector } from '../dialects/part-collector.ts';
import { type ByteText, encodeText } from '../egress/framing/byte-text.ts';
import type { FrameDecoder } from '../egress/framing/framing.ts';
import type { StreamTap } from './tap.ts';
import { leastTokens } from './token-counter.ts';

const cutShort: FinishReason = { unified: 'length', raw: 'length' };

/** Writes a stream of another dialect anew in the client's, and reads usage and text from the parts between. */
export class TranslatingTap implements StreamTap {
  readonly kind = 'stream';
  readonly #decoder: FrameDecoder;
  readonly #reader: StreamReader;
  readonly #writer: StreamWriter;
  readonly #collected = new PartCollector();
  readonly #onFinish: (parts: readonly AssistantPart[]) => void;
  /** Events that say nothing yet: an upstream that fails after them can still be replaced. */
  #preamble: string | undefined = '';
  #end = '';
  #usage: UsageTokens | undefined;
  #failure: UpstreamError | undefined;
  #texts = 0;
  #textBytes = 0;
  usageIsFinal = false;
  readonly failureSeen = false;
  readonly stopped = false;
  receivedBytes = 0;

  /** `onFinish` hears of the whole answer when it was finished. */
  constructor(
    decoder: FrameDecoder,
    reader: StreamReader,
    writer: StreamWriter,
    onFinish: (parts: readonly AssistantPart[]) => void,
  ) {
    this.#decoder = decoder;
    this.#reader = reader;
    this.#writer = writer;
    this.#onFinish = onFinish;
  }

  get hasEndMark(): boolean {
    return this.#end !== '';
  }

  push(chunk: Buffer): ByteText | undefined {
    this.receivedBytes += chunk.length;
    let written = '';
    for (const frame of this.#decoder.push(chunk)) written += this.#write(this.#reader.read(frame));
    return written === '' ? undefined : encodeText(written);
  }

  flush(): ByteText | undefined {
    let written = '';
    for (const frame of this.#decoder.end()) written += this.#write(this.#reader.read(frame));
    written += this.#write(this.#reader.end()) + (this.#preamble ?? '') + this.#end;
    return written === '' ? undefined : encodeText(written);
  }

  failure(): UpstreamError | undefined {
    return this.#failure;
  }

  usage(): UsageTokens | undefined {
    return this.#usage;
  }

  serviceTier(): string | undefined {
    return this.#collected.serviceTier();
  }

  text(): string {
    return this.#collected.text();
  }

  /** Keeps no more than the text. */
  condense(): void {}

  estimatedTokens(): number {
    return Math.max(this.#texts, Math.ceil(this.#textBytes / 4));
  }

  leastTokens(): number {
    return Math.max(this.#texts, leastTokens(this.#textBytes));
  }

  cut(): ByteText {
    const { usageIsFinal } = this;
    const closing = this.#collected.closing();
    const written = this.#write([...closing, { type: 'finish', finishReason: cutShort }]) + this.#end;
    // That finish was ours.
    this.usageIsFinal = usageIsFinal;
    return encodeText(written);
  }

  #write(parts: readonly StreamPart[]): string {
    let written = '';
    for (const part of parts) {
      if (this.#failure) break;
      this.#note(part);
      if (part.type === 'error') this.#failure = part.error;
      else if (part.type === 'finish') this.#end = this.#writer.write(part);
      // Says nothing by itself.
      else if (part.type === 'service-tier') this.#writer.write(part);
      else if (part.type === 'start') this.#preamble += this.#writer.write(part);
      else {
        written += (this.#preamble ?? '') + this.#writer.write(part);
        this.#preamble = undefined;
      }
    }
    return written;
  }

  #note(part: StreamPart): void {
    this.#collected.add(part);
    if ('text' in part && part.text !== '') {
      this.#texts++;
      this.#textBytes += part.text.length;
    } else if (part.type === 'start' || part.type === 'finish') this.#usage = part.usage ?? this.#usage;
    if (part.type === 'finish') {
      this.usageIsFinal = true;
      this.#onFinish(this.#collected.parts());
    }
  }
}
