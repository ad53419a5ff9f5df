import type { AssistantPart, ChatResult, Citation } from '../../dialects/canonical.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { newId } from '../../dialects/new-id.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { readError } from './errors.ts';
import { readFinishReason } from './finish-reason.ts';
import { readToolName } from './tool-name.ts';
import { readUsage } from './usage.ts';

export function readResponse(payload: unknown): ChatResult {
  const parts = readParts(payload);
  const finishReason = isObject(payload) ? readFinishReason(payload.finish_reason) : undefined;
  if (!isObject(payload) || (parts.length === 0 && !finishReason)) {
    throw new UpstreamRefusal(readError(500, JSON.stringify(payload)));
  }
  const usage = readUsage(payload);
  return {
    id: typeof payload.id === 'string' ? payload.id : newId('chatcmpl-'),
    model: '',
    parts,
    finishReason: finishReason ?? { unified: 'stop', raw: asText(payload.finish_reason) },
    ...(usage && { usage }),
  };
}

/** Text that the model wrote, in an answer or an event of a stream. */
export function readOutput(payload: unknown): string {
  if (isObject(payload) && isObject(payload.delta)) {
    const message = isObject(payload.delta.message) ? payload.delta.message : {};
    const content = isObject(message.content) ? message.content : {};
    const called =
      isObject(message.tool_calls) && isObject(message.tool_calls.function) ? message.tool_calls.function : {};
    return [content.text, content.thinking, message.tool_plan, called.name, called.arguments]
      .filter((piece) => typeof piece === 'string')
      .join('');
  }
  return readParts(payload)
    .map((part) => ('text' in part ? part.text : part.type === 'tool-call' ? part.name + part.arguments : ''))
    .join('');
}

export function readCitation(citation: unknown): Citation[] {
  if (!isObject(citation) || typeof citation.text !== 'string') return [];
  const source = Array.isArray(citation.sources) ? citation.sources[0] : undefined;
  const document = isObject(source) && isObject(source.document) ? source.document : {};
  const { url, title } = document;
  return [
    {
      text: citation.text,
      ...(typeof url === 'string' && { url }),
      ...(typeof title === 'string' && { title }),
    },
  ];
}

/** The plan stands before the calls that it is about, and is reasoning as well. */
function readParts(payload: unknown): AssistantPart[] {
  const message = isObject(payload) && isObject(payload.message) ? payload.message : {};
  const content = Array.isArray(message.content) ? message.content.filter(isObject) : [];
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isObject) : [];
  const citations = (Array.isArray(message.citations) ? message.citations : []).flatMap(readCitation);
  const parts: AssistantPart[] = [];
  for (const item of content) {
    if (typeof item.thinking === 'string') parts.push({ type: 'reasoning', text: item.thinking });
    else if (typeof item.text === 'string') {
      parts.push({ type: 'text', text: item.text, ...(citations.length > 0 && { citations: citations.splice(0) }) });
    }
  }
  if (typeof message.tool_plan === 'string' && message.tool_plan !== '') {
    parts.push({ type: 'reasoning', text: message.tool_plan });
  }
  for (const call of calls) {
    const called = isObject(call.function) ? call.function : {};
    parts.push({
      type: 'tool-call',
      id: typeof call.id === 'string' ? call.id : newId('call_'),
      name: readToolName(asText(called.name)),
      arguments: typeof called.arguments === 'string' && called.arguments !== '' ? called.arguments : '{}',
    });
  }
  return parts;
}
