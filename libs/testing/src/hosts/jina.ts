import { Type } from 'typebox';
import { countTokens } from './conversation/tokens.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse } from './refusal.ts';
import { jsonReply } from './reply.ts';
import { expectShape } from './shape.ts';

const closed = { additionalProperties: false };
const EmbeddingBody = Type.Object(
  {
    model: Type.String({ minLength: 1 }),
    input: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })]),
    task: Type.Optional(Type.String()),
    dimensions: Type.Optional(Type.Integer()),
    truncate: Type.Optional(Type.Boolean()),
  },
  closed,
);
const RerankBody = Type.Object(
  {
    model: Type.String({ minLength: 1 }),
    query: Type.String({ minLength: 1 }),
    documents: Type.Array(Type.Union([Type.String(), Type.Object({ text: Type.String() }, closed)]), { minItems: 1 }),
    top_n: Type.Optional(Type.Integer({ minimum: 1 })),
    return_documents: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** Jina's embeddings and reranks. Members that it does not know are refused, OpenAI's encoding among them. */
export function jinaHost({ key }: { key: string }): Host {
  const proof = bearer(key);
  return {
    name: 'jina',
    handle: (request) =>
      orRefuse(
        ({ status, code, message }) => jsonReply(status, { detail: message, code }),
        () => {
          const call = request.method === 'POST' ? calls[request.path] : undefined;
          demand(!call || !proof(request), 'bad key', { status: 401, code: 'AUTH_INVALID_API_KEY' });
          return call?.(request);
        },
      ),
  };
}

const calls: Readonly<Record<string, (request: HostRequest) => HostReply>> = {
  '/v1/embeddings'(request) {
    const { model, input } = expectShape(EmbeddingBody, request.json());
    const texts = typeof input === 'string' ? [input] : input;
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: [index, text.length / 8] }));
    return jsonReply(200, { model, object: 'list', usage: { total_tokens: countTokens(texts.join('')) }, data });
  },
  '/v1/rerank'(request) {
    const {
      model,
      documents,
      top_n = documents.length,
      return_documents = true,
    } = expectShape(RerankBody, request.json());
    const results = documents.map((document, index) => ({
      index,
      relevance_score: index - 0.5,
      ...(return_documents && { document: typeof document === 'string' ? { text: document } : document }),
    }));
    return jsonReply(200, { model, results: results.reverse().slice(0, top_n), usage: { total_tokens: 58 } });
  },
};
