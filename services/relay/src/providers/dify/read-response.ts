import type { UsageTokens } from '@switchyard/contracts';
import type { AssistantPart, ChatResult, Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { newId } from '../../dialects/new-id.ts';
import { ThinkTags } from '../../dialects/think-tags.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { errorIn, readError } from './errors.ts';
import { raisedTo, readUsage } from './usage.ts';

/** Whole answers, of hosts that answer so although a stream was asked for. */
export function readResponse(payload: unknown): ChatResult {
  const answer = readAnswer(payload);
  if (!isObject(payload) || answer === undefined) {
    throw new UpstreamRefusal(errorIn(payload) ?? readError(500, JSON.stringify(payload)));
  }
  const parts: AssistantPart[] = [];
  const tags = new ThinkTags({
    reasoning: (text) => parts.push({ type: 'reasoning', text }),
    text: (text) => parts.push({ type: 'text', text }),
  });
  tags.push(answer);
  tags.end();
  const usage = readWholeUsage(payload);
  return {
    id: typeof payload.message_id === 'string' ? payload.message_id : newId('chatcmpl-'),
    model: '',
    parts: parts.filter((part) => 'text' in part && part.text !== ''),
    finishReason: { unified: 'stop', raw: '' },
    ...(usage && { usage }),
  };
}

/** Usage of a whole answer. */
export function readWholeUsage(payload: unknown): UsageTokens | undefined {
  const data = isObject(payload) && isObject(payload.data) ? payload.data : {};
  return raisedTo(readUsage(payload), tokenCount(data.total_tokens), readAnswer(payload) ?? '');
}

/** Text that the application wrote, in an answer or an event of a stream. */
export function readOutput(payload: unknown): string {
  if (isObject(payload) && isObject(payload.data) && payload.event !== undefined) {
    const { text, reasoning } = payload.data;
    return typeof text === 'string' ? text : typeof reasoning === 'string' ? reasoning : '';
  }
  return readAnswer(payload) ?? '';
}

/** What a workflow put out as text. Operators name the output; when there are several, these names are tried first. */
export function outputText(outputs: unknown): string {
  if (!isObject(outputs)) return '';
  for (const key of ['text', 'answer', 'output', 'result', ...Object.keys(outputs)]) {
    if (typeof outputs[key] === 'string') return outputs[key];
  }
  return Object.keys(outputs).length > 0 ? JSON.stringify(outputs) : '';
}

function readAnswer(payload: unknown): string | undefined {
  if (!isObject(payload)) return undefined;
  if (typeof payload.answer === 'string') return payload.answer;
  const data: Json | undefined = isObject(payload.data) ? payload.data : undefined;
  return data?.status === 'succeeded' ? outputText(data.outputs) : undefined;
}
