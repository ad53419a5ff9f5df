import type { Json, StreamPart, UpstreamError } from '../dialects/canonical.ts';
import type { Frame, StreamReader, UpstreamDialect } from '../dialects/dialect.ts';
import { isObject } from '../dialects/json.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { parseJson } from '../dialects/parse-json.ts';
import { judge, type VerdictRule } from '../dialects/verdicts.ts';

interface Variant {
  /** Set when answers differ so much that they must not pass as they come. */
  readonly name?: string;
  readonly verdicts: readonly VerdictRule[];
  /** What OpenAI would have written: whole answers, errors, and events of streams (`inStream`; those that hold `when`). */
  readonly revision?: { readonly when: RegExp; revise(payload: Json, inStream: boolean): Json };
  /** Whole answers end their streams without telling why. */
  readonly endsWithoutReason?: boolean;
}

/** OpenAI's chats as a host speaks them that has a table of errors of its own, or answers a little differently. */
export function chatVariant({ name, verdicts, revision, endsWithoutReason = false }: Variant): UpstreamDialect {
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
    readResponse: (payload) => openaiChat.readResponse(revise(payload)),
    readStream: () =>
      new VariantStream(openaiChat.readStream(), reviseEvent, (error) => judge(verdicts, error), endsWithoutReason),
  };
}

const endMark = '[DONE]';
const reason = /"finish_reason"\s*:\s*"\w/;
const stop: Frame = { event: '', data: '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}' };

class VariantStream implements StreamReader {
  readonly #reader: StreamReader;
  readonly #revise: (frame: Frame) => Frame;
  readonly #judge: (error: UpstreamError) => UpstreamError;
  /** The stream has to say yet why it ended. */
  #owesReason: boolean;

  constructor(
    reader: StreamReader,
    revise: (frame: Frame) => Frame,
    judgeError: (error: UpstreamError) => UpstreamError,
    owesReason: boolean,
  ) {
    this.#reader = reader;
    this.#revise = revise;
    this.#judge = judgeError;
    this.#owesReason = owesReason;
  }

  read(frame: Frame): StreamPart[] {
    const revised = this.#revise(frame);
    if (!this.#owesReason) return this.#judged(this.#reader.read(revised));
    if (reason.test(revised.data)) this.#owesReason = false;
    else if (revised.data.trim() === endMark) {
      this.#owesReason = false;
      return this.#judged([...this.#reader.read(stop), ...this.#reader.read(revised)]);
    }
    return this.#judged(this.#reader.read(revised));
  }

  end(): StreamPart[] {
    return this.#judged(this.#reader.end());
  }

  #judged(parts: StreamPart[]): StreamPart[] {
    const last = parts.at(-1);
    return last?.type === 'error' ? parts.with(-1, { type: 'error', error: this.#judge(last.error) }) : parts;
  }
}
