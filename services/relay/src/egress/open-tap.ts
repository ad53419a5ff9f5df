import type { IncomingHttpHeaders } from 'node:http';
import type { AssistantPart, ChatResult } from '../dialects/canonical.ts';
import { asCustomCall, CustomToolReader } from '../dialects/custom-tools.ts';
import type { Answer, StreamReader } from '../dialects/dialect.ts';
import { asStream } from '../dialects/openai-operations/as-stream.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import { type AnswerWriter, BodyTap } from '../metering/body-tap.ts';
import { CollectingTap } from '../metering/collecting-tap.ts';
import { PassTap } from '../metering/pass-tap.ts';
import { ReframedTap } from '../metering/reframed-tap.ts';
import { SseTap } from '../metering/sse-tap.ts';
import type { AnyTap } from '../metering/tap.ts';
import { TranslatingTap } from '../metering/translating-tap.ts';
import { writeAsStream } from '../metering/write-as-stream.ts';
import type { ChatEndpoint, Endpoint } from '../providers/provider.ts';
import { filterTap } from '../words/filter-tap.ts';
import type { CompletionRule } from '../words/rules.ts';
import { encodeText } from './framing/byte-text.ts';
import { sse } from './framing/sse.ts';
import { needsTranslation } from './outbound.ts';

/** Operations whose answers may be bytes of any kind. */
export const soundOperations: ReadonlySet<Endpoint['operation']> = new Set([
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
]);

/** What an answer is for. */
export interface Awaited {
  readonly request: RelayRequest;
  readonly endpoint: Endpoint;
  readonly answer: Answer;
  /** Tools with free text that the upstream was told of as functions. */
  readonly customTools: ReadonlySet<string>;
  /** Words that are taken out of it. */
  readonly words: CompletionRule | undefined;
  /** Takes the key that the upstream was asked with out of what it says. */
  hideKey(text: string): string;
  /** How much of its events a stream may keep for counting, now. */
  mostKeptBytes(): number;
  /** Hears of translated answers as a whole. */
  onFinish(parts: readonly AssistantPart[]): void;
}

/**
 * What reads an upstream's answer on its way to the client, by what was asked and what comes. undefined: an answer of
 * this media type is none.
 */
export function openTap(awaited: Awaited, headers: IncomingHttpHeaders): AnyTap | undefined {
  const tap = openPlainTap(awaited, headers);
  return tap && awaited.words ? filterTap(tap, awaited.words, awaited.request.dialect) : tap;
}

function openPlainTap(awaited: Awaited, headers: IncomingHttpHeaders): AnyTap | undefined {
  const { request, endpoint, answer, hideKey, mostKeptBytes, onFinish } = awaited;
  const contentType = headers['content-type'] ?? '';
  if (contentType.startsWith('text/html')) return undefined;
  const framing = endpoint.framing ?? sse;
  const streamed = framing.mediaTypes.some((type) => contentType.startsWith(type));
  if (streamed && request.stream) {
    if (endpoint.operation === 'chat' && needsTranslation(request, endpoint)) {
      const writer = request.dialect.writeStream(answer);
      return new TranslatingTap(framing.decoder(), readerOf(awaited, endpoint), writer, onFinish);
    }
    const passing = [endpoint.dialect, request.dialect, !request.wantsUsage, hideKey, mostKeptBytes] as const;
    return framing === sse ? new SseTap(...passing) : new ReframedTap(framing.decoder(), ...passing);
  }
  if (streamed && endpoint.operation === 'chat') {
    return new CollectingTap(framing.decoder(), readerOf(awaited, endpoint), request.dialect, answer, onFinish);
  }
  if (endpoint.operation === 'chat') return wholeChat(awaited, endpoint);
  if (soundOperations.has(endpoint.operation) && !contentType.includes('json'))
    return new PassTap(contentType, endpoint.dialect.readHeaders?.(headers));
  const writer = writerOf(request, endpoint);
  return new BodyTap(endpoint.dialect, writer, (payload) =>
    encodeText(asStream(endpoint.operation, writer?.write() ?? payload)),
  );
}

function readerOf({ request, customTools }: Awaited, { dialect }: ChatEndpoint): StreamReader {
  const reader = dialect.readStream(request.tierMember);
  return customTools.size > 0 ? new CustomToolReader(reader, customTools) : reader;
}

function wholeChat({ request, answer, customTools, onFinish }: Awaited, endpoint: ChatEndpoint): BodyTap {
  const { dialect } = endpoint;
  const translated = needsTranslation(request, endpoint);
  // What passes as it came is read for its usage alone.
  if (!translated && !request.stream) return new BodyTap(dialect, undefined);
  let result: ChatResult | undefined;
  const read = (payload: unknown): ChatResult => {
    const told = dialect.readResponse(payload);
    result = { ...told, parts: told.parts.map((part) => asCustomCall(part, customTools)) };
    onFinish(result.parts);
    return result;
  };
  const writer: AnswerWriter | undefined = translated
    ? { read, write: () => request.dialect.writeResponse(result as ChatResult, answer) }
    : undefined;
  return new BodyTap(dialect, writer, (payload) => writeAsStream(request.dialect, answer, result ?? read(payload)));
}

function writerOf(request: RelayRequest, endpoint: Exclude<Endpoint, ChatEndpoint>): AnswerWriter | undefined {
  const { readResponse } = endpoint.dialect;
  if (!readResponse && !request.writeAnswer) return undefined;
  let answer: unknown;
  return {
    read(payload) {
      answer = readResponse ? readResponse(payload, request.body.parse()) : payload;
    },
    write: () => request.writeAnswer?.(answer) ?? answer,
  };
}
