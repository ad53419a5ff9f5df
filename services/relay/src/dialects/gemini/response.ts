import type { AssistantPart, Json } from '../canonical.ts';
import { writeSignature } from './signature.ts';
import { writeCall } from './write-parts.ts';

/** Fields that all pieces of one answer repeat. */
export interface Envelope {
  readonly modelVersion: string;
  readonly responseId: string;
}

/** A candidate in its envelope: an answer, or a piece of one. */
export function writeCandidate(parts: readonly Json[], fields: Json, envelope: Envelope, usageMetadata?: Json): Json {
  return {
    candidates: [{ content: { role: 'model', parts }, ...fields, index: 0 }],
    ...(usageMetadata && { usageMetadata }),
    ...envelope,
  };
}

/** What the model wrote, for a client of this dialect. Signatures of other makers stay behind. */
export function writePart(part: AssistantPart): Json[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [{ text: part.text }];
    case 'reasoning': {
      const signature = writeSignature(part.signature);
      if (part.text !== '') return [{ text: part.text, thought: true, ...signature }];
      return signature.thoughtSignature === undefined ? [] : [{ text: '', ...signature }];
    }
    case 'tool-call':
      return [{ ...writeCall(part), ...writeSignature(part.signature) }];
    case 'file':
      return part.source.kind === 'data'
        ? [{ inlineData: { mimeType: part.mediaType, data: part.source.base64 } }]
        : [];
  }
}
