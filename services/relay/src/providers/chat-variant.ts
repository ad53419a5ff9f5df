import type { Json, StreamPart, UpstreamError } from '../dialects/canonical.ts';
import type { Frame, StreamReader, UpstreamDialect } from '../dialects/dialect.ts';
import { isObject } from '../dialects/json.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { parseJson } from '../dialects/parse-json.ts';
import { judge, type VerdictRule } from '../dialects/verdicts.ts';
import { type Unused, warnUnused } from '../dialects/warn-unused.ts';

interface Variant {
  /** Set when answers differ so much that they must not pass as they come. */
  readonly name?: string;
  readonly verdicts: readonly VerdictRule[];
  /** Members that the host's patches drop: a client whose request is written anew is told. */
  readonly unused?: readonly Unused[];
  /** The model alone decides which tool it calls. */
  readonly choosesTools?: boolean;
  /** What OpenAI would have written: whole answers, errors, and events of streams (`inStream`; those that hold `when`). */
  readonly revision?: { readonly when: RegExp; revise(payload: Json, inStream: boolean): Json };
}

/** OpenAI's chats as a host speaks them that has a table of errors of its own, or answers a little differently. */
export function chatVariant({ name, verdicts, unused = [], choosesTools = false, revision }: Variant): UpstreamDialect {
  const revise = (payload: unknown) => (revision && isObject(payload) ? revision.revise(payload, false) : payload);
  const reviseEvent = (frame: Frame): Frame => {
    if (!revision?.when.test(frame.data)) return frame;
    const payload = parseJson(frame.data);
    return isObject(payload) ? { ...frame, data: JSON.stringify(revision.revise(payload, true)) } : frame;
  };
  return {
    ...openaiChat,
    ...(name !== undefined && { name }),
    readUsage: (payload, before) => openaiChat.readUsage(revise(payload), before),
    readOutput: (payload) => openaiChat.readOutput(revise(payload)),
    readError(status, body) {
      const payload = revision && parseJson(body);
      return judge(verdicts, openaiChat.readError(status, payload ? JSON.stringify(revise(payload)) : body), status);
    },
    errorIn(payload) {
      const error = openaiChat.errorIn(revise(payload));
      return error && judge(verdicts, error);
    },
    writeRequest(request, warn) {
      // Extensions are the dialect's own matter.
      warnUnused({ ...request, extensions: {} }, unused, warn);
      if (choosesTools && request.toolChoice && !/^(auto|none)$/.test(request.toolChoice.type)) {
        warn('tool_choice', 'the model decides itself');
      }
      const { choices: _, ...single } = request;
      return openaiChat.writeRequest(unused.includes('choices') ? single : request, warn);
    },
    readResponse: (payload) => openaiChat.readResponse(revise(payload)),
    readStream: () => new VariantStream(openaiChat.readStream(), reviseEvent, (error) => judge(verdicts, error)),
  };
}

class VariantStream implements StreamReader {
  readonly #reader: StreamReader;
  readonly #revise: (frame: Frame) => Frame;
  readonly #judge: (error: UpstreamError) => UpstreamError;

  constructor(
    reader: StreamReader,
    revise: (frame: Frame) => Frame,
    judgeError: (error: UpstreamError) => UpstreamError,
  ) {
    this.#reader = reader;
    this.#revise = revise;
    this.#judge = judgeError;
  }

  read(frame: Frame): StreamPart[] {
    return this.#judged(this.#reader.read(this.#revise(frame)));
  }

  end(): StreamPart[] {
    return this.#judged(this.#reader.end());
  }

  #judged(parts: StreamPart[]): StreamPart[] {
    const last = parts.at(-1);
    return last?.type === 'error' ? parts.with(-1, { type: 'error', error: this.#judge(last.error) }) : parts;
  }
}
