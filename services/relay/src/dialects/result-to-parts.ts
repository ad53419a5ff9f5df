import type { AssistantPart, ChatResult, StreamPart } from './canonical.ts';

/** A whole answer as the pieces of a stream that says the same. */
export function resultToParts(result: ChatResult): StreamPart[] {
  const { id, model, parts, finishReason, usage, serviceTier } = result;
  return [
    { type: 'start', id, model },
    ...(serviceTier === undefined ? [] : [{ type: 'service-tier' as const, serviceTier }]),
    ...parts.flatMap(toPieces),
    { type: 'finish', finishReason, ...(usage && { usage }) },
  ];
}

function toPieces(part: AssistantPart, index: number): StreamPart[] {
  const id = `${part.type}-${index}`;
  switch (part.type) {
    case 'text':
      return [
        { type: 'text-start', id },
        { type: 'text-delta', id, text: part.text },
        { type: 'text-end', id, ...(part.citations && { citations: part.citations }) },
      ];
    case 'reasoning':
      return [
        { type: 'reasoning-start', id },
        ...(part.text === '' ? [] : [{ type: 'reasoning-delta' as const, id, text: part.text }]),
        { type: 'reasoning-end', id, ...(part.signature && { signature: part.signature }) },
      ];
    case 'refusal':
      return [{ type: 'refusal-delta', text: part.text }];
    case 'tool-call':
      return [
        { type: 'tool-input-start', id: part.id, name: part.name, ...(part.custom && { custom: true }) },
        { type: 'tool-input-delta', id: part.id, text: part.arguments },
        { type: 'tool-input-end', id: part.id, ...(part.signature && { signature: part.signature }) },
      ];
    case 'file':
      return part.source.kind === 'data'
        ? [{ type: 'file', mediaType: part.mediaType, base64: part.source.base64 }]
        : [];
  }
}
