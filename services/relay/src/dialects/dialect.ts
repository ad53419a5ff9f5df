import type { IncomingHttpHeaders } from 'node:http';
import type { UsageTokens } from '@switchyard/contracts';
import type { GatewayError } from '../errors.ts';
import type { BodyEdit } from '../providers/patch.ts';
import type { ChatRequest, ChatResult, Json, StreamPart, UpstreamError } from './canonical.ts';
import type { ServiceTiers } from './service-tiers.ts';
import type { TextSlot } from './text-slot.ts';

/** A message of a stream, whatever frames carried it: `event` is its name where the framing has names, else ''. */
export interface Frame {
  readonly event: string;
  /** JSON text as a rule. */
  readonly data: string;
}

/** A wire format as clients speak it to us. */
export interface ClientDialect {
  /** An upstream dialect's name when bytes may pass unchanged between the two. */
  readonly name: string;
  /** Headers of the client that reach an upstream of the same dialect: versions and betas. Lower case. */
  readonly forwardedHeaders: readonly string[];
  /** Text of everything the model reads, from a request body. For counting when no usage comes. */
  readPrompt(body: Json): string;
  /** Reads a chat. Throws a GatewayError (400) that names the field. Fields it does not know become extensions. */
  readRequest(body: Json, target: Pick<ChatRequest, 'model' | 'stream'>): ChatRequest;
  writeResponse(result: ChatResult, answer: Answer): unknown;
  writeStream(answer: Answer): StreamWriter;
  /** Body of a refusal; `status` where this dialect's differs from the table's. */
  writeError(error: GatewayError, requestId: string): { status?: number; body: unknown };
  /** The events that end a stream of this dialect after a failure; `last` is the newest event that was sent, if one was. */
  writeStreamError(error: GatewayError, last?: unknown): string;
  /** The events that end a stream early, for this reason; `last` is its newest event, to look alike. */
  writeCut(last: unknown, reason: CutReason): string;
  /** Where a whole answer, or an event of a stream, holds text of the model. In the order in which it was written. */
  textSlots(payload: Json): Iterable<TextSlot>;
  /** The same whole answer as one that a content filter ended; not `ended`: the same event as one that ends nothing. */
  writeFilterFinish(payload: Json, ended: boolean): Json;
}

/** `length`: no more is paid for. `content-filter`: the operator does not let more of it pass. */
export type CutReason = 'length' | 'content-filter';

/** What a writer knows of the answer beyond what the upstream says. */
export interface Answer {
  readonly requestId: string;
  /** Unix time, seconds. */
  readonly createdAt: number;
  /** The model as the client named it; for upstreams that do not say. */
  readonly model: string;
  /** Estimate, for dialects that name the prompt's tokens before the answer. */
  readonly promptTokens: number;
  /** The client asked for usage in the stream. Dialects that always tell it pay no heed. */
  readonly wantsUsage: boolean;
  /** The request as the client wrote it: some dialects repeat it in the answer. */
  readonly request: Json;
}

/** Writes one answer as a stream. Holds state: one per answer. */
export interface StreamWriter {
  /** Bytes for the client, '' when nothing can be said yet. `finish` and `error` write the stream's end too. */
  write(part: StreamPart): string;
}

/** Reads one stream of an upstream. Holds state: one per answer. */
export interface StreamReader {
  read(frame: Frame): StreamPart[];
  /**
   * The upstream sent its last byte. Closes what is open; when the answer was not finished the last part is an `error`
   * of verdict `retry`: a truncated answer must not look like a whole one.
   */
  end(): StreamPart[];
}

/** What is needed to pass an upstream's bytes through and to meter them, whatever the operation. */
export interface UpstreamFormat {
  /** A client dialect's name when bytes of such clients may pass unchanged. */
  readonly name: string;
  /** Changes to a client's body that is passed on: the upstream's name of the model, usage asked for. */
  editRequest(edit: BodyEdit, call: PassedCall): void;
  readonly marks: StreamMarks;
  /** Absent where there are none. */
  readonly serviceTiers?: ServiceTiers;
  /** Its figure of a prompt may leave out what the host had cached: below what the prompt has at least it is counted here. */
  readonly leavesOutCached?: true;
  /** Usage in a response or stream event, normalised; undefined when it has none. `before`: what earlier events said. */
  readUsage(payload: unknown, before?: UsageTokens): UsageTokens | undefined;
  /** Text the model wrote, in a response or stream event. For counting when no usage comes. */
  readOutput(payload: unknown): string;
  readError(status: number, body: string): UpstreamError;
  /** The error inside a payload that came with status 200; undefined when there is none. */
  errorIn(payload: unknown): UpstreamError | undefined;
}

/** A wire format of chats as we speak it to an upstream. */
export interface UpstreamDialect extends UpstreamFormat {
  /** Every host knows tools with free text; else they are sent as functions. */
  readonly takesCustomTools?: true;
  /** Upstreams that take no addresses of pictures and documents get their bytes. */
  readonly inlinesFiles?: boolean;
  /** Most tokens of an answer that a body asks for as it is sent; undefined where it names no limit. Absent: such hosts are asked for no more than what is held unless an operator's override says so, which is not seen. */
  readLimit?(edit: Pick<BodyEdit, 'text'>): number | undefined;
  /** The body for a chat. What it cannot carry it tells `warn`. Throws a GatewayError (400) for what must not be lost. */
  writeRequest(request: ChatRequest, warn: Warn): Json;
  /** Throws an UpstreamRefusal when the payload is no answer. */
  readResponse(payload: unknown): ChatResult;
  /** `tierMember`: the member of the client's request that asked for a tier of service, when one did. */
  readStream(tierMember?: string): StreamReader;
}

/**
 * The wire format of an operation other than chat. OpenAI's shapes are the middle that all others are written from and
 * to: a format without functions of its own speaks them.
 */
export interface OperationFormat extends UpstreamFormat {
  writeRequest?(body: Json, warn: Warn): Json;
  /**
   * `request`: OpenAI's body that was asked with. A SoundAnswer where OpenAI answers bytes. Throws an UpstreamRefusal when the
   * payload is no answer.
   */
  readResponse?(payload: unknown, request: Json): unknown;
  /** Usage beside an answer in bytes; undefined when the headers tell none. */
  readHeaders?(headers: IncomingHttpHeaders): UsageTokens | undefined;
}

export interface PassedCall {
  readonly model: string;
  readonly upstreamModel: string;
  readonly stream: boolean;
  /** The host refuses to be asked for usage in streams. */
  readonly streamOptions: boolean;
  readonly warn: Warn;
}

/** Tells the client what was not carried: the field as the client knows it, and why (a few words). */
export type Warn = (field: string, reason: string) => void;

/** What a tap looks for in the bytes of a stream before it parses an event. */
export interface StreamMarks {
  /** Name of the member that holds usage. */
  readonly usage: string;
  /** Bytes that stand in no event but the last ones, or in few others. */
  readonly end: string;
  /** Is this the event after which nothing of use comes? It is kept back until the charge is written. */
  isEnd(event: string): boolean;
  /** There is one for each picture or candidate: what stands behind it belongs to the answer. */
  readonly endRepeats?: true;
  /** An event that only says that the host is still there. */
  isPing?(payload: string): boolean;
  /** An event that says nothing but usage, which a client that did not ask must not see. */
  isUsageOnly?(payload: string): boolean;
  /** Usage cannot be told from the member alone: tools that cost a fee are counted elsewhere in a whole answer. */
  readonly usageIsScattered?: true;
  /**
   * What a host writes otherwise than clients of the dialect know it: `in` is a pattern of the events, and of the whole answers, that a corrector
   * must see, and it answers what an event or answer becomes, or undefined when it may stay.
   */
  readonly corrected?: { readonly in: RegExp; open(): (payload: Json) => Json | undefined };
  /** Bytes that an answer which was not truncated has in its last events, any of them. */
  readonly complete: readonly string[];
}
