import type { AssistantPart, ChatResult, FinishReason } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { newId } from '../../dialects/new-id.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { readError } from './errors.ts';
import { readMessage } from './read-message.ts';
import { readUsage } from './usage.ts';

export function readResponse(payload: unknown): ChatResult {
  if (!isObject(payload) || !isObject(payload.message))
    throw new UpstreamRefusal(readError(500, JSON.stringify(payload)));
  const { thinking, content, calls } = readMessage(payload);
  const parts: AssistantPart[] = [];
  if (thinking !== '') parts.push({ type: 'reasoning', text: thinking });
  if (content !== '') parts.push({ type: 'text', text: content });
  for (const call of calls) parts.push({ type: 'tool-call', ...call });
  const usage = readUsage(payload);
  return {
    id: newId('chatcmpl-'),
    model: typeof payload.model === 'string' ? payload.model : '',
    parts,
    finishReason: readFinish(payload.done_reason, calls.length > 0),
    ...(usage && { usage }),
  };
}

/** Text that the model wrote, in an answer or one line of a stream. */
export function readOutput(payload: unknown): string {
  const { thinking, content, calls } = readMessage(payload);
  return thinking + content + calls.map((call) => call.name + call.arguments).join('');
}

/** `load` and `unload` end an answer that only warmed the model up. */
export function readFinish(reason: unknown, called: boolean): FinishReason {
  const raw = typeof reason === 'string' ? reason : '';
  if (raw === 'length') return { unified: 'length', raw };
  return { unified: called ? 'tool-calls' : 'stop', raw };
}
