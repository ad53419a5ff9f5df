import type { OperationFormat } from '../dialect.ts';
import { isObject } from '../json.ts';
import { encodeVector } from './embedding-list.ts';
import { openaiOperation } from './index.ts';

/** Embeddings in OpenAI's shape of hosts that answer numbers whatever encoding was asked for. */
export const floatEmbeddings: OperationFormat = {
  ...openaiOperation,
  readResponse(payload, { encoding_format: encoding }) {
    if (encoding !== 'base64' || !isObject(payload) || !Array.isArray(payload.data)) return payload;
    const data = payload.data.map((item) =>
      isObject(item) ? { ...item, embedding: encodeVector(item.embedding, encoding) } : item,
    );
    return { ...payload, data };
  },
};
