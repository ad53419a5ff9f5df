import type { Json, StreamPart } from '../../dialects/canonical.ts';
import type { Frame, StreamReader } from '../../dialects/dialect.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { newId } from '../../dialects/new-id.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { cutOff, StreamParts } from '../../dialects/stream-parts.ts';
import { ThinkTags } from '../../dialects/think-tags.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { errorIn, readError } from './errors.ts';
import { outputText } from './read-response.ts';
import { raisedTo, readUsage } from './usage.ts';

export function readStream(): StreamReader {
  return new DifyStream();
}

const cannotAsk = 'This application waits for a person to decide, which cannot be done here.';

class DifyStream implements StreamReader {
  readonly #parts = new StreamParts();
  readonly #tags = new ThinkTags(this.#parts);
  /** All answer text so far. */
  #answer = '';
  #agent = false;
  #replaced = false;
  #workflow: 'none' | 'running' | 'ended' = 'none';
  #totalTokens: number | undefined;
  /** The event `message_end`. */
  #last: Json | undefined;

  read(frame: Frame): StreamPart[] {
    const event = parseJson(frame.data);
    if (isObject(event)) this.#readEvent(event);
    return this.#parts.take();
  }

  /** Runs of workflows say nothing behind their end. */
  end(): StreamPart[] {
    if (this.#last || this.#workflow === 'ended') this.#finish();
    else this.#parts.fail(cutOff);
    return this.#parts.take();
  }

  #readEvent(event: Json): void {
    const error = errorIn(event);
    if (error) {
      this.#parts.fail(error);
      return;
    }
    const data = isObject(event.data) ? event.data : {};
    switch (event.event) {
      case 'message':
      case 'agent_message':
        this.#start(event.message_id);
        this.#readMessage(event.event, event.answer);
        break;
      case 'text_chunk':
        this.#start(undefined);
        this.#say(data.text);
        break;
      case 'reasoning_chunk':
        this.#start(event.message_id);
        if (typeof data.reasoning === 'string') this.#parts.reasoning(data.reasoning);
        break;
      case 'message_file':
        this.#start(event.message_id);
        if (typeof event.url === 'string') this.#say(`\n${event.type === 'image' ? '!' : ''}[file](${event.url})\n`);
        break;
      case 'message_replace':
        // What was said cannot be unsaid in a stream.
        this.#start(event.message_id);
        this.#replaced = true;
        this.#say(`\n${asText(event.answer)}`);
        break;
      case 'workflow_started':
        this.#workflow = 'running';
        break;
      case 'workflow_finished':
        this.#endWorkflow(data);
        break;
      case 'workflow_paused':
      case 'human_input_required':
        this.#start(undefined);
        this.#say(cannotAsk);
        this.#finish();
        break;
      case 'message_end':
        this.#last = event;
        if (this.#workflow !== 'running') this.#finish();
    }
  }

  #start(id: unknown): void {
    this.#parts.start(typeof id === 'string' ? id : newId('chatcmpl-'), '');
  }

  /** Newer agents repeat their whole answer in a last message. */
  #readMessage(event: string, answer: unknown): void {
    if (typeof answer !== 'string') return;
    if (event === 'agent_message') this.#agent = true;
    const repeated = event === 'message' && this.#agent && this.#answer !== '' && answer.startsWith(this.#answer);
    this.#say(repeated ? answer.slice(this.#answer.length) : answer);
  }

  #say(text: unknown): void {
    if (typeof text !== 'string') return;
    this.#answer += text;
    this.#tags.push(text);
  }

  #endWorkflow(data: Json): void {
    this.#workflow = 'ended';
    this.#totalTokens = tokenCount(data.total_tokens);
    if (this.#answer === '' && (data.status === 'failed' || data.status === 'stopped')) {
      this.#parts.fail(readError(500, JSON.stringify({ message: data.error ?? 'The run failed.' })));
      return;
    }
    if (this.#answer === '' && !this.#last) {
      this.#start(undefined);
      this.#say(outputText(data.outputs));
    }
    if (this.#last) this.#finish();
  }

  #finish(): void {
    this.#tags.end();
    const unified = this.#replaced ? 'content-filter' : 'stop';
    this.#parts.finish({ unified, raw: '' }, raisedTo(readUsage(this.#last), this.#totalTokens, this.#answer));
  }
}
