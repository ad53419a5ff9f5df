import { Type } from 'typebox';
import { countTokens } from '../conversation/tokens.ts';
import { jsonReply } from '../reply.ts';
import { expectShape } from '../shape.ts';
import { vectorOf } from '../vector.ts';
import type { Operation } from './operation.ts';

const text = Type.String({ minLength: 1 });
const tokens = Type.Array(Type.Integer(), { minItems: 1 });
const EmbeddingsRequest = Type.Object(
  {
    model: text,
    input: Type.Union([
      text,
      tokens,
      Type.Array(text, { minItems: 1, maxItems: 2048 }),
      Type.Array(tokens, { minItems: 1, maxItems: 2048 }),
    ]),
    encoding_format: Type.Optional(Type.Union([Type.Literal('float'), Type.Literal('base64')])),
    dimensions: Type.Optional(Type.Integer({ minimum: 1, maximum: 3072 })),
    user: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** Vectors as floats, or as base64 of little-endian float32. */
export const embeddings: Operation = (body, { floatsOnly = false }) => {
  const { model, input, encoding_format, dimensions = 8 } = expectShape(EmbeddingsRequest, body);
  const inputs = typeof input === 'string' ? [input] : typeof input[0] === 'number' ? [input as number[]] : input;
  const data = inputs.map((each, index) => {
    const vector = vectorOf(JSON.stringify(each), dimensions);
    const base64 = encoding_format === 'base64' && !floatsOnly;
    const embedding = base64 ? Buffer.from(vector.buffer).toString('base64') : Array.from(vector);
    return { object: 'embedding', index, embedding };
  });
  const counted = inputs.map((each) => (typeof each === 'string' ? countTokens(each) : (each as number[]).length));
  const prompt_tokens = counted.reduce((sum, count) => sum + count, 0);
  return jsonReply(200, { object: 'list', data, model, usage: { prompt_tokens, total_tokens: prompt_tokens } });
};
