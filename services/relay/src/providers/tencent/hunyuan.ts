import type { UsageTokens } from '@switchyard/contracts';
import type { AssistantPart, ChatResult, FinishReason, Json, StreamPart } from '../../dialects/canonical.ts';
import type { Frame, StreamReader, UpstreamDialect } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { newId } from '../../dialects/new-id.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { cutOff, StreamParts } from '../../dialects/stream-parts.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { errorIn, readError } from './errors.ts';
import { writeRequest } from './write-request.ts';

/** Hunyuan's own chats. Whole answers are wrapped in `Response`, events of streams are not. */
export const hunyuan: UpstreamDialect = {
  ...neverPassed,
  name: 'hunyuan',
  writeRequest,
  readResponse(payload): ChatResult {
    const answer = unwrap(payload);
    const choice = choiceIn(answer);
    if (!isObject(choice.Message)) throw new UpstreamRefusal(readError(500, JSON.stringify(payload)));
    const { reasoning, text, calls } = readMessage(choice.Message);
    const parts: AssistantPart[] = [];
    if (reasoning !== '') parts.push({ type: 'reasoning', text: reasoning });
    if (text !== '') parts.push({ type: 'text', text });
    for (const { id, name, input } of calls)
      parts.push({ type: 'tool-call', id: id || newId('call_'), name, arguments: input });
    const usage = readUsage(payload);
    return {
      id: idOf(answer),
      model: '',
      parts,
      finishReason: readFinish(choice.FinishReason) ?? { unified: 'other', raw: '' },
      ...(usage && { usage }),
    };
  },
  readStream: () => new HunyuanStream(),
  readUsage,
  readOutput(payload) {
    const choice = choiceIn(unwrap(payload));
    const { reasoning, text, calls } = readMessage(choice.Delta ?? choice.Message);
    return reasoning + text + calls.map(({ name, input }) => name + input).join('');
  },
  readError,
  errorIn,
};

export function unwrap(payload: unknown): Json {
  if (!isObject(payload)) return {};
  return isObject(payload.Response) ? payload.Response : payload;
}

/** Cumulative in a stream: the last one counts. */
export function readUsage(payload: unknown): UsageTokens | undefined {
  const usage = unwrap(payload).Usage;
  const prompt = isObject(usage) ? (tokenCount(usage.PromptTokens) ?? tokenCount(usage.TotalTokens)) : undefined;
  if (!isObject(usage) || prompt === undefined) return undefined;
  return { prompt, completion: tokenCount(usage.CompletionTokens) ?? 0, cacheRead: 0, cacheWrite: 0 };
}

function choiceIn(answer: Json): Json {
  const choice = Array.isArray(answer.Choices) ? answer.Choices[0] : undefined;
  return isObject(choice) ? choice : {};
}

function idOf({ Id: id }: Json): string {
  return typeof id === 'string' && id !== '' ? id : newId('chatcmpl-');
}

const reasons: Readonly<Record<string, FinishReason['unified']>> = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  sensitive: 'content-filter',
  length: 'length',
};

function readFinish(reason: unknown): FinishReason | undefined {
  return typeof reason === 'string' && reason !== '' ? { unified: reasons[reason] ?? 'other', raw: reason } : undefined;
}

interface Piece {
  readonly index: unknown;
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

function readMessage(message: unknown): { reasoning: string; text: string; calls: Piece[] } {
  const { ReasoningContent: reasoning, Content: text, ToolCalls: calls } = isObject(message) ? message : {};
  return {
    reasoning: textOf(reasoning),
    text: textOf(text),
    calls: (Array.isArray(calls) ? calls : []).filter(isObject).map(({ Index: index, Id: id, Function: called }) => {
      const { Name: name, Arguments: input } = isObject(called) ? called : {};
      return { index, id: textOf(id), name: textOf(name), input: textOf(input) };
    }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Pieces of a call are joined by their index, else by their id, else they belong to the newest call. */
class HunyuanStream implements StreamReader {
  readonly #parts = new StreamParts();
  readonly #ids = new Map<unknown, string>();
  #newest: string | undefined;

  read(frame: Frame): StreamPart[] {
    const event = parseJson(frame.data);
    const error = errorIn(event);
    if (error) this.#parts.fail(error);
    else if (isObject(event)) this.#readEvent(unwrap(event));
    return this.#parts.take();
  }

  end(): StreamPart[] {
    this.#parts.fail(cutOff);
    return this.#parts.take();
  }

  #readEvent(event: Json): void {
    const choice = choiceIn(event);
    this.#parts.start(idOf(event), '');
    const { reasoning, text, calls } = readMessage(choice.Delta);
    this.#parts.reasoning(reasoning);
    this.#parts.text(text);
    for (const piece of calls) this.#addCall(piece);
    const finish = readFinish(choice.FinishReason);
    if (finish) this.#parts.finish(finish, readUsage(event));
  }

  #addCall({ index, id, name, input }: Piece): void {
    const key = index ?? (id === '' ? undefined : id);
    let open = key === undefined ? this.#newest : this.#ids.get(key);
    if (open === undefined) {
      open = id === '' ? newId('call_') : id;
      this.#ids.set(key ?? open, open);
      this.#parts.startCall(open, name);
    }
    this.#newest = open;
    this.#parts.callInput(open, input);
  }
}
