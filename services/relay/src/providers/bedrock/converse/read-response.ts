import type { AssistantPart, ChatResult, Json } from '../../../dialects/canonical.ts';
import { asText, isObject } from '../../../dialects/json.ts';
import { newId } from '../../../dialects/new-id.ts';
import { readError } from '../../../dialects/openai-chat/errors.ts';
import { UpstreamRefusal } from '../../../dialects/upstream-refusal.ts';
import { errorIn } from './errors.ts';
import { readStopReason } from './stop-reason.ts';
import { readUsage } from './usage.ts';

/** Reads an answer of Converse. Throws an UpstreamRefusal when the payload is none. */
export function readResponse(payload: unknown): ChatResult {
  const blocks = contentOf(payload);
  if (!blocks) throw new UpstreamRefusal(errorIn(payload) ?? readError(500, JSON.stringify(payload)));
  const { stopReason } = payload as Json;
  const usage = readUsage(payload);
  return {
    id: newId('chatcmpl-'),
    model: '',
    parts: blocks.flatMap((block) => (isObject(block) ? readBlock(block) : [])),
    finishReason: readStopReason(stopReason),
    ...(usage && { usage }),
  };
}

export function contentOf(payload: unknown): unknown[] | undefined {
  const output = isObject(payload) && isObject(payload.output) ? payload.output : {};
  const message = isObject(output.message) ? output.message : {};
  return Array.isArray(message.content) ? message.content : undefined;
}

function readBlock({ text, toolUse, reasoningContent }: Json): AssistantPart[] {
  if (typeof text === 'string') return [{ type: 'text', text }];
  if (isObject(toolUse)) {
    const { toolUseId, name, input = {} } = toolUse;
    const id = asText(toolUseId || newId('tooluse_'));
    return [{ type: 'tool-call', id, name: asText(name), arguments: JSON.stringify(input) }];
  }
  const reasoning = isObject(reasoningContent) ? reasoningContent.reasoningText : undefined;
  return isObject(reasoning) && typeof reasoning.text === 'string' ? [{ type: 'reasoning', text: reasoning.text }] : [];
}
