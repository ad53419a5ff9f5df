import type { AssistantPart, ChatResult, Json } from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { newId } from '../new-id.ts';
import { writeStatus } from './finish-reason.ts';
import { callItem, messageItem, pictureItem, reasoningItem, textContent } from './items.ts';
import { responseObject } from './response-object.ts';

export function writeResponse(result: ChatResult, answer: Answer): unknown {
  const { id, model, parts, finishReason, usage, serviceTier } = result;
  const fields = { id, model, status: writeStatus(finishReason), output: parts.map(writeItem), usage, serviceTier };
  return responseObject(fields, answer);
}

function writeItem(part: AssistantPart): Json {
  switch (part.type) {
    case 'text':
      return messageItem(newId('msg_'), 'completed', [textContent(part.text, part.citations)]);
    case 'refusal':
      return messageItem(newId('msg_'), 'completed', [{ type: 'refusal', refusal: part.text }]);
    case 'reasoning':
      return reasoningItem(part.signature?.id ?? newId('rs_'), part.text, part.signature);
    case 'tool-call':
      return callItem(newId('fc_'), 'completed', { ...part, arguments: part.arguments || (part.custom ? '' : '{}') });
    case 'file':
      return pictureItem(part.source.kind === 'data' ? part.source.base64 : '');
  }
}
