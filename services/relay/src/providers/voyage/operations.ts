import type { OperationFormat } from '../../dialects/dialect.ts';
import { floatEmbeddings } from '../../dialects/openai-operations/float-embeddings.ts';
import { rerank as jinaShaped } from '../../dialects/openai-operations/rerank.ts';
import { documentText } from '../../dialects/openai-operations/rerank-answer.ts';

/** Numbers are asked for, and encoded here. */
export const embeddings: OperationFormat = {
  ...floatEmbeddings,
  name: 'voyage-embeddings',
  writeRequest: ({ encoding_format: _, user: __, dimensions, ...body }) => ({
    ...body,
    ...(dimensions !== undefined && { output_dimension: dimensions }),
  }),
};

/** Documents are strings, and how many are wanted has another name. */
export const rerank: OperationFormat = {
  ...jinaShaped,
  name: 'voyage-rerank',
  writeRequest: ({ model, query, documents, top_n, truncation }) => ({
    model,
    query,
    documents: Array.isArray(documents) ? documents.map(documentText) : documents,
    ...(top_n !== undefined && { top_k: top_n }),
    ...(truncation !== undefined && { truncation }),
  }),
};
