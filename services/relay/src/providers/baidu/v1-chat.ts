import type { ChatResult, FinishReason, Json, StreamPart } from '../../dialects/canonical.ts';
import type { Frame, StreamReader, UpstreamDialect } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { limitOf } from '../../dialects/limit-of.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { newId } from '../../dialects/new-id.ts';
import { readUsage } from '../../dialects/openai-chat/usage.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { cutOff, StreamParts } from '../../dialects/stream-parts.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { readV1Error, v1ErrorIn } from './errors.ts';
import { writeRequest } from './v1-request.ts';

/** The first version of Baidu's chats: one text and at most one call an answer, functions without a wrapping. */
export const baiduV1: UpstreamDialect = {
  ...neverPassed,
  name: 'baidu-v1',
  readLimit: (edit) => limitOf(edit, 'max_output_tokens'),
  writeRequest,
  readResponse(payload): ChatResult {
    if (!isObject(payload) || typeof payload.result !== 'string') {
      throw new UpstreamRefusal(readV1Error(500, JSON.stringify(payload)));
    }
    const usage = readUsage(payload);
    const call = readCall(payload);
    const text = payload.result === '' ? [] : [{ type: 'text' as const, text: payload.result }];
    return {
      id: idOf(payload),
      model: '',
      parts: [...text, ...(call ? [{ type: 'tool-call' as const, id: newId('call_'), ...call }] : [])],
      finishReason: readFinish(payload),
      ...(usage && { usage }),
    };
  },
  readStream: () => new BaiduStream(),
  readUsage,
  readOutput(payload) {
    if (!isObject(payload)) return '';
    const call = readCall(payload);
    const text = typeof payload.result === 'string' ? payload.result : '';
    return call ? text + call.name + call.arguments : text;
  },
  readError: readV1Error,
  errorIn: v1ErrorIn,
};

function readCall({ function_call: call }: Json): { name: string; arguments: string } | undefined {
  if (!isObject(call) || typeof call.name !== 'string') return undefined;
  return { name: call.name, arguments: typeof call.arguments === 'string' ? call.arguments : '{}' };
}

function readFinish(payload: Json): FinishReason {
  if (readCall(payload)) return { unified: 'tool-calls', raw: 'function_call' };
  if (payload.is_truncated === true) return { unified: 'length', raw: 'is_truncated' };
  if (payload.need_clear_history === true) return { unified: 'content-filter', raw: 'need_clear_history' };
  return { unified: 'stop', raw: 'stop' };
}

function idOf({ id }: Json): string {
  return typeof id === 'string' ? id : newId('chatcmpl-');
}

/** Every event has the usage so far; the last one says so itself. */
class BaiduStream implements StreamReader {
  readonly #parts = new StreamParts();

  read(frame: Frame): StreamPart[] {
    const event = parseJson(frame.data);
    const error = v1ErrorIn(event);
    if (error) this.#parts.fail(error);
    else if (isObject(event)) this.#readEvent(event);
    return this.#parts.take();
  }

  end(): StreamPart[] {
    this.#parts.fail(cutOff);
    return this.#parts.take();
  }

  #readEvent(event: Json): void {
    this.#parts.start(idOf(event), '');
    if (typeof event.result === 'string') this.#parts.text(event.result);
    const call = readCall(event);
    if (call) this.#parts.toolCall(newId('call_'), call.name, call.arguments);
    if (event.is_end !== true) return;
    const finish = readFinish(event);
    this.#parts.finish(
      this.#parts.calls > 0 ? { unified: 'tool-calls', raw: 'function_call' } : finish,
      readUsage(event),
    );
  }
}
