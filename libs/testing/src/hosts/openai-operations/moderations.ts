import { Type } from 'typebox';
import { jsonReply } from '../reply.ts';
import { expectShape } from '../shape.ts';
import type { Operation } from './operation.ts';

const Part = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Type.String() }),
  Type.Object({ type: Type.Literal('image_url'), image_url: Type.Object({ url: Type.String() }) }),
]);
const ModerationsRequest = Type.Object(
  {
    model: Type.Optional(Type.String()),
    input: Type.Union([
      Type.String({ minLength: 1 }),
      Type.Array(Type.String(), { minItems: 1 }),
      Type.Array(Part, { minItems: 1 }),
    ]),
  },
  { additionalProperties: false },
);

/** Flags what speaks of violence. Parts are judged together, texts one by one. */
export const moderations: Operation = (body) => {
  const { model = 'omni-moderation-latest', input } = expectShape(ModerationsRequest, body);
  const inputs = Array.isArray(input) && typeof input[0] === 'string' ? input : [input];
  const results = inputs.map((each) => {
    const violence = /violence/i.test(JSON.stringify(each));
    return {
      flagged: violence,
      categories: { violence, hate: false },
      category_scores: { violence: violence ? 0.98 : 0.01, hate: 0.01 },
    };
  });
  return jsonReply(200, { id: 'modr-1', model, results });
};
