import type { AssistantPart, ChatResult, Json } from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { newId } from '../new-id.ts';
import { parseInput } from '../tool-input.ts';
import { messageId, pictureText } from './message.ts';
import { isRedacted, packSignature } from './signature.ts';
import { writeStopReason } from './stop-reason.ts';
import { writeUsage } from './usage.ts';

export function writeResponse(result: ChatResult, answer: Answer): unknown {
  const usage = result.usage ?? { prompt: answer.promptTokens, completion: 0, cacheRead: 0, cacheWrite: 0 };
  return {
    id: messageId(result.id, answer),
    type: 'message',
    role: 'assistant',
    model: result.model || answer.model,
    content: withoutLastProof(result.parts).flatMap(writePart),
    ...writeStopReason(result.finishReason, {
      calls: result.parts.some(({ type }) => type === 'tool-call'),
      refusal: result.parts.some(({ type }) => type === 'refusal'),
    }),
    usage: writeUsage(usage),
  };
}

/** Thinking without a word must lead to something, for clients show the last block as the answer. */
function withoutLastProof(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  const last = parts.at(-1);
  return last?.type === 'reasoning' && last.text === '' && !isRedacted(last) ? parts.slice(0, -1) : parts;
}

/** Empty texts are left out: a client that sends one back would be refused. */
function writePart(part: AssistantPart): Json[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    case 'reasoning': {
      const { text, signature } = part;
      if (isRedacted(part)) return [{ type: 'redacted_thinking', data: signature?.value }];
      if (text === '' && !signature) return [];
      return [{ type: 'thinking', thinking: text, signature: packSignature(signature) }];
    }
    case 'tool-call':
      return [{ type: 'tool_use', id: part.id || newId('toolu_'), name: part.name, input: parseInput(part) ?? {} }];
    case 'file':
      return part.source.kind === 'data'
        ? [{ type: 'text', text: pictureText({ mediaType: part.mediaType, base64: part.source.base64 }) }]
        : [];
  }
}
