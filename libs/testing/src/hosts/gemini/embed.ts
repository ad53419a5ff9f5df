import { Type } from 'typebox';
import type { HostReply, HostRequest } from '../host.ts';
import { demand } from '../refusal.ts';
import { jsonReply } from '../reply.ts';
import { expectShape } from '../shape.ts';
import { vectorOf } from '../vector.ts';
import { readBody } from './answer.ts';

const closed = { additionalProperties: false };
const EmbedRequest = Type.Object(
  {
    model: Type.Optional(Type.String()),
    content: Type.Object({
      role: Type.Optional(Type.String()),
      parts: Type.Array(Type.Object({ text: Type.String({ minLength: 1 }) }), { minItems: 1 }),
    }),
    taskType: Type.Optional(Type.String()),
    title: Type.Optional(Type.String()),
    outputDimensionality: Type.Optional(Type.Integer({ minimum: 1, maximum: 3072 })),
  },
  closed,
);
const BatchRequest = Type.Object({ requests: Type.Array(EmbedRequest, { minItems: 1, maxItems: 100 }) }, closed);
const defaultDimensions = 3072;

/** `:embedContent`. */
export function embed(request: HostRequest, model: string): HostReply {
  return jsonReply(200, { embedding: embeddingOf(readBody(request), model) });
}

/** `:batchEmbedContents`: every request repeats the model of the path. */
export function embedBatch(request: HostRequest, model: string): HostReply {
  const { requests } = expectShape(BatchRequest, readBody(request));
  for (const { model: own } of requests) demand(own !== undefined, 'requests[].model: is required.');
  return jsonReply(200, { embeddings: requests.map((each) => embeddingOf(each, model)) });
}

function embeddingOf(body: unknown, model: string) {
  const { model: own, content, outputDimensionality = defaultDimensions } = expectShape(EmbedRequest, body);
  demand(own === undefined || own === `models/${model}`, `model: ${own} is not the model of the path.`);
  const text = content.parts.map((part) => part.text).join('');
  return { values: Array.from(vectorOf(text, outputDimensionality)) };
}
