import type { AssistantPart, ChatResult, Citation, Json, Signature } from '../canonical.ts';
import { isObject } from '../json.ts';
import { newId } from '../new-id.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { readCitation } from './citations.ts';
import { errorIn, readError } from './errors.ts';
import { readStopReason } from './stop-reason.ts';
import { readUsage } from './usage.ts';

/** Reads a message. Throws an UpstreamRefusal when the payload is none. */
export function readResponse(payload: unknown): ChatResult {
  if (!isObject(payload) || !Array.isArray(payload.content))
    throw new UpstreamRefusal(errorIn(payload) ?? readError(500, JSON.stringify(payload)));
  const usage = readUsage(payload);
  const parts = payload.content.flatMap((block) => (isObject(block) ? readBlock(block) : []));
  if (payload.stop_reason === 'refusal' && isObject(payload.stop_details)) {
    const { explanation } = payload.stop_details;
    if (typeof explanation === 'string') parts.push({ type: 'refusal', text: explanation });
  }
  return {
    id: text(payload.id),
    model: text(payload.model),
    parts,
    finishReason: readStopReason(payload),
    ...(usage ? { usage } : {}),
  };
}

/** Blocks of tools that the host runs itself say nothing to other dialects. */
function readBlock(block: Json): AssistantPart[] {
  switch (block.type) {
    case 'text': {
      const citations = Array.isArray(block.citations)
        ? block.citations.map(readCitation).filter((citation): citation is Citation => citation !== undefined)
        : [];
      return [{ type: 'text', text: text(block.text), ...(citations.length > 0 ? { citations } : {}) }];
    }
    case 'thinking':
      return [{ type: 'reasoning', text: text(block.thinking), ...signed(text(block.signature)) }];
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', ...signed(text(block.data), true) }];
    case 'tool_use':
      return [
        {
          type: 'tool-call',
          id: text(block.id) || newId('toolu_'),
          name: text(block.name),
          arguments: JSON.stringify(block.input ?? {}),
        },
      ];
    default:
      return [];
  }
}

function signed(value: string, redacted = false): { signature?: Signature } {
  if (value === '') return {};
  return { signature: { dialect: 'anthropic-messages', value, ...(redacted ? { redacted } : {}) } };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
