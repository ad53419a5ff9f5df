import type { OperationFormat } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { rerank } from '../../dialects/openai-operations/rerank.ts';

/** Documents come back unless that is refused: they are attached here for those who ask. */
export const jinaRerank: OperationFormat = {
  ...rerank,
  name: 'jina-rerank',
  writeRequest({ documents, ...body }) {
    return {
      ...body,
      documents: Array.isArray(documents) ? documents.map(narrow) : documents,
      return_documents: false,
    };
  },
};

function narrow(document: unknown): unknown {
  if (!isObject(document)) return document;
  const { text, image } = document;
  return { ...(text !== undefined && { text }), ...(image !== undefined && { image }) };
}
