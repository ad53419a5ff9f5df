import type { UsageTokens } from '@switchyard/contracts';
import type { AssistantPart, ChatResult } from '../dialects/canonical.ts';
import type { Answer, ClientDialect, StreamReader } from '../dialects/dialect.ts';
import { PartCollector } from '../dialects/part-collector.ts';
import { type Failure, unusable } from '../egress/failure.ts';
import type { ByteText } from '../egress/framing/byte-text.ts';
import type { FrameDecoder } from '../egress/framing/framing.ts';
import type { WholeTap } from './tap.ts';
import { writeAsStream } from './write-as-stream.ts';

/** Gathers the stream of an upstream that streams although a whole answer was asked for. */
export class CollectingTap implements WholeTap {
  readonly kind = 'whole';
  readonly contentType = 'application/json';
  readonly #decoder: FrameDecoder;
  readonly #reader: StreamReader;
  readonly #client: ClientDialect;
  readonly #answer: Answer;
  readonly #onFinish: (parts: readonly AssistantPart[]) => void;
  readonly #collected = new PartCollector();
  #failure: Failure | undefined;
  receivedBytes = 0;

  constructor(
    decoder: FrameDecoder,
    reader: StreamReader,
    client: ClientDialect,
    answer: Answer,
    onFinish: (parts: readonly AssistantPart[]) => void,
  ) {
    this.#decoder = decoder;
    this.#reader = reader;
    this.#client = client;
    this.#answer = answer;
    this.#onFinish = onFinish;
  }

  push(chunk: Buffer): void {
    this.receivedBytes += chunk.length;
    for (const frame of this.#decoder.push(chunk))
      for (const part of this.#reader.read(frame)) this.#collected.add(part);
  }

  problem(): Failure | undefined {
    if (this.#failure) return this.#failure;
    for (const frame of this.#decoder.end()) for (const part of this.#reader.read(frame)) this.#collected.add(part);
    for (const part of this.#reader.end()) this.#collected.add(part);
    const error = this.#collected.error();
    if (error) this.#failure = unusable(error.message, error);
    else this.#onFinish(this.#collected.parts());
    return this.#failure;
  }

  usage(): UsageTokens | undefined {
    return this.#collected.usage();
  }

  serviceTier(): string | undefined {
    return this.#collected.serviceTier();
  }

  text(): string {
    return this.#collected.text();
  }

  bytes(): Buffer {
    return Buffer.from(JSON.stringify(this.#client.writeResponse(this.#result(), this.#answer)));
  }

  asStream(): ByteText {
    return writeAsStream(this.#client, this.#answer, this.#result());
  }

  #result(): ChatResult {
    return this.#collected.result();
  }
}
