import { vectorOf } from '../hosts/vector.ts';
import { promptTokens } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import { jsonReply, type Reply } from './reply.ts';
import type { EmbeddingRequest } from './requests.ts';

/** POST /v1/embeddings: unit vectors that depend on the input alone, as floats or base64 of little-endian float32. */
export function embeddings(request: EmbeddingRequest, behaviour: Behaviour): Reply {
  const inputs = inputsOf(request.input);
  const counted = inputs.reduce((sum, input) => sum + (Array.isArray(input) ? input.length : promptTokens(input)), 0);
  const prompt = behaviour.usage === 'zero' ? 0 : (behaviour.promptTokens ?? counted);
  const data = inputs.map((input, index) => {
    const vector = vectorOf(JSON.stringify(input), request.dimensions ?? 1536);
    const embedding =
      request.encoding_format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : Array.from(vector);
    return { object: 'embedding', index, embedding };
  });
  const reported = behaviour.usage !== 'none';
  return jsonReply(
    200,
    {
      object: 'list',
      data,
      model: request.model,
      ...(reported && { usage: { prompt_tokens: prompt, total_tokens: prompt } }),
    },
    { tokens: 0, ...(reported && { usage: { prompt, completion: 0 } }) },
  );
}

function inputsOf(input: EmbeddingRequest['input']): (string | number[])[] {
  if (typeof input === 'string') return [input];
  return typeof input[0] === 'number' ? [input as number[]] : (input as string[] | number[][]);
}
