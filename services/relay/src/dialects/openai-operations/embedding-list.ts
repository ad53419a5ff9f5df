import { badRequest } from '../../errors.ts';
import type { Json } from '../canonical.ts';

/** OpenAI's answer to a request for embeddings, from vectors in the order of its input. */
export function embeddingList(vectors: readonly unknown[], request: Json, promptTokens: number): Json {
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: encodeVector(vector, request.encoding_format),
    })),
    model: request.model,
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  };
}

/** Numbers as base64 of 32-bit floats, little endian, when that was asked for. OpenAI's own SDKs ask for it. */
export function encodeVector(vector: unknown, encodingFormat: unknown): unknown {
  if (encodingFormat !== 'base64' || !Array.isArray(vector)) return vector;
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(Number(value), i * 4);
  return bytes.toString('base64');
}

/** The texts to embed. Throws a GatewayError (400) for token ids, which only OpenAI's own tokenizer knows. */
export function readInputTexts(input: unknown): string[] {
  const texts = Array.isArray(input) ? input : [input];
  return texts.map((text) => {
    if (typeof text !== 'string') throw badRequest('This model embeds text: send strings, not token ids.', 'input');
    return text;
  });
}
