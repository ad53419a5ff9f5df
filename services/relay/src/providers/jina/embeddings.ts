import type { OperationFormat } from '../../dialects/dialect.ts';
import { floatEmbeddings } from '../../dialects/openai-operations/float-embeddings.ts';
import { badRequest } from '../../errors.ts';

/** The encoding has another name here, and OpenAI's own breaks the call: numbers are asked for, and encoded here. */
export const jinaEmbeddings: OperationFormat = {
  ...floatEmbeddings,
  name: 'jina-embeddings',
  writeRequest({ encoding_format: _, user: __, ...body }) {
    const inputs = Array.isArray(body.input) ? body.input : [body.input];
    if (inputs.some((input) => typeof input === 'number' || Array.isArray(input))) {
      throw badRequest('This model embeds text and pictures: send no token ids.', 'input');
    }
    return body;
  },
};
