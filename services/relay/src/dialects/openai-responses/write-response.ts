import type { AssistantPart, ChatResult, Json } from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { newId } from '../new-id.ts';
import { writeStatus } from './finish-reason.ts';
import { callItem, callProof, messageItem, pictureItem, reasoningItem, textContent } from './items.ts';
import { echoOf, responseObject } from './response-object.ts';

export function writeResponse(result: ChatResult, answer: Answer): unknown {
  const { id, model, parts, finishReason, usage, serviceTier } = result;
  const fields = { id, model, status: writeStatus(finishReason), output: writeOutput(parts), usage, serviceTier };
  return responseObject(fields, answer, echoOf(answer));
}

/** Texts that follow each other are contents of one message. */
function writeOutput(parts: readonly AssistantPart[]): Json[] {
  const output: Json[] = [];
  let contents: Json[] | undefined;
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'refusal') {
      if (part.text === '') continue;
      if (!contents) {
        contents = [];
        output.push(messageItem(newId('msg_'), 'completed', contents));
      }
      contents.push(
        part.type === 'text' ? textContent(part.text, part.citations) : { type: 'refusal', refusal: part.text },
      );
    } else {
      contents = undefined;
      output.push(...writeItems(part));
    }
  }
  return output;
}

function writeItems(part: Exclude<AssistantPart, { type: 'text' | 'refusal' }>): Json[] {
  switch (part.type) {
    case 'reasoning':
      return part.text === '' && !part.signature
        ? []
        : [reasoningItem(part.signature?.id ?? newId('rs_'), part.text, part.signature)];
    case 'tool-call': {
      const { id, custom, signature } = part;
      const call = { ...part, arguments: part.arguments || (custom ? '' : '{}') };
      const item = callItem(newId(custom ? 'ctc_' : 'fc_'), 'completed', call);
      return signature ? [item, callProof(id, signature)] : [item];
    }
    case 'file':
      return part.source.kind === 'data' ? [pictureItem(part.source.base64)] : [];
  }
}
