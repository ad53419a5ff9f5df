import { Type } from 'typebox';
import { countTokens } from '../conversation/tokens.ts';
import { jsonReply } from '../reply.ts';
import { expectShape } from '../shape.ts';
import type { Operation } from './operation.ts';
import type { OpenaiOperationsOptions } from './options.ts';

const RerankRequest = Type.Object(
  {
    model: Type.String({ minLength: 1 }),
    query: Type.String({ minLength: 1 }),
    documents: Type.Array(
      Type.Union([Type.String(), Type.Object({ text: Type.String() }, { additionalProperties: false })]),
      { minItems: 1, maxItems: 1000 },
    ),
    top_n: Type.Optional(Type.Integer({ minimum: 1 })),
    return_documents: Type.Optional(Type.Boolean()),
    truncate: Type.Optional(Type.Boolean()),
    max_doc_length: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

/** Documents by how many words of the query they hold, the best first; documents come back unless refused. */
export const rerank: Operation = (body, { rerankUsage = 'usage' }) => {
  const { model, query, documents, top_n, return_documents = true } = expectShape(RerankRequest, body);
  const texts = documents.map((document) => (typeof document === 'string' ? document : document.text));
  const words = query.toLowerCase().split(/\s+/);
  const results = texts
    .map((text, index) => ({
      index,
      relevance_score: words.filter((word) => text.toLowerCase().includes(word)).length / words.length,
      ...(return_documents && { document: { text } }),
    }))
    .sort((a, b) => b.relevance_score - a.relevance_score)
    .slice(0, top_n);
  const tokens = [query, ...texts].reduce((sum, text) => sum + countTokens(text), 0);
  return jsonReply(200, { model, results, ...usageIn(rerankUsage, tokens) });
};

function usageIn(place: NonNullable<OpenaiOperationsOptions['rerankUsage']>, tokens: number) {
  switch (place) {
    case 'usage':
      return { usage: { total_tokens: tokens } };
    case 'meta.tokens':
      return { id: 'rerank-1', meta: { tokens: { input_tokens: tokens, output_tokens: 0 } } };
    case 'meta.billed_units':
      return { id: 'rerank-1', meta: { billed_units: { search_units: 1 } } };
  }
}
