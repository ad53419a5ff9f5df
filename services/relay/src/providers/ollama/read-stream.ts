import type { StreamPart } from '../../dialects/canonical.ts';
import type { Frame, StreamReader } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { newId } from '../../dialects/new-id.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { cutOff, StreamParts } from '../../dialects/stream-parts.ts';
import { errorIn } from './errors.ts';
import { readMessage } from './read-message.ts';
import { readFinish } from './read-response.ts';
import { readUsage } from './usage.ts';

export function readStream(): StreamReader {
  return new OllamaStream();
}

class OllamaStream implements StreamReader {
  readonly #parts = new StreamParts();

  read(frame: Frame): StreamPart[] {
    const line = parseJson(frame.data);
    const error = errorIn(line);
    if (error) this.#parts.fail(error);
    else if (isObject(line)) this.#readLine(line);
    return this.#parts.take();
  }

  end(): StreamPart[] {
    this.#parts.fail(cutOff);
    return this.#parts.take();
  }

  #readLine(line: Record<string, unknown>): void {
    this.#parts.start(newId('chatcmpl-'), typeof line.model === 'string' ? line.model : '');
    const { thinking, content, calls } = readMessage(line);
    this.#parts.reasoning(thinking);
    this.#parts.text(content);
    for (const call of calls) this.#parts.toolCall(call.id, call.name, call.arguments);
    if (line.done === true) this.#parts.finish(readFinish(line.done_reason, this.#parts.calls > 0), readUsage(line));
  }
}
