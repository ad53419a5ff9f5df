import type { UsageTokens } from '@switchyard/contracts';
import type { UpstreamError } from '../dialects/canonical.ts';
import type { Failure } from '../egress/failure.ts';
import type { ByteText } from '../egress/framing/byte-text.ts';

/** What is read of an answer beside handing it on. The memory of a chunk that is pushed is read into again: what is kept of it is copied. */
interface Tap {
  /** Bytes of the answer so far. */
  readonly receivedBytes: number;
  /** Usage as the upstream last reported it. */
  usage(): UsageTokens | undefined;
  /** The tier of service that the upstream named last, for this member of the request. Parses: for those who asked for one. */
  serviceTier(member: string): string | undefined;
  /** All text the model wrote so far. For counting when no usage came. */
  text(): string;
}

/** An answer that is handed on as it comes. */
export interface StreamTap extends Tap {
  readonly kind: 'stream';
  /** What may be sent to the client now. */
  push(chunk: Buffer): ByteText | undefined;
  /** What was kept back for the end. */
  flush(): ByteText | undefined;
  /** The error that the upstream sent in the stream, or that ends a truncated one; the latter is known after `flush`. */
  failure(): UpstreamError | undefined;
  /** The client has seen that error already. */
  readonly failureSeen: boolean;
  /** The mark that ends the answer came. */
  readonly hasEndMark: boolean;
  /** Nothing came after what the upstream reported, or its answer is whole. */
  readonly usageIsFinal: boolean;
  /** About how many tokens came so far. */
  estimatedTokens(): number;
  /** What a tokenizer finds at least, as a rule. */
  leastTokens(): number;
  /** A word that is not allowed was found: nothing more of it may pass. */
  readonly stopped: boolean;
  /** The client does not keep up, so that the stream may last: lets go of what need not be kept for it. */
  condense(): void;
  /** What ends the stream when no more of it is paid for, or may pass. */
  cut(): ByteText;
}

/** An answer that is sent when it is whole. */
export interface WholeTap extends Tap {
  readonly kind: 'whole';
  push(chunk: Buffer): void;
  /** Why this is no answer, although its status said so; undefined when it is one. */
  problem(): Failure | undefined;
  readonly contentType: string;
  /** The answer for the client. After `problem` found none. */
  bytes(): Buffer;
  /** The same as the stream that the client asked for. */
  asStream(): ByteText;
}

/** An answer in bytes that nobody reads on the way: sound, or text that is no JSON. */
export interface RawTap extends Tap {
  readonly kind: 'raw';
  readonly contentType: string;
  push(chunk: Buffer): Buffer;
}

export type AnyTap = StreamTap | WholeTap | RawTap;
