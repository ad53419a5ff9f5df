import type { ChatResult } from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { writeCitations } from './citations.ts';
import { writeFinishReason } from './finish-reason.ts';
import { writeCandidate, writePart } from './response.ts';
import { writeUsage } from './usage.ts';

export function writeResponse(result: ChatResult, answer: Answer): unknown {
  const { parts, finishReason, id, model } = result;
  const refused = parts.some(({ type }) => type === 'refusal');
  const citations = parts.flatMap((part) => (part.type === 'text' ? (part.citations ?? []) : []));
  const usage = result.usage ?? { prompt: answer.promptTokens, completion: 0, cacheRead: 0, cacheWrite: 0 };
  return writeCandidate(
    parts.flatMap(writePart),
    { finishReason: writeFinishReason(finishReason, refused), ...writeCitations(citations) },
    { modelVersion: model || answer.model, responseId: id || answer.requestId },
    writeUsage(usage),
  );
}
