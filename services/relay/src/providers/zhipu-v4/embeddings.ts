import type { OperationFormat } from '../../dialects/dialect.ts';
import { floatEmbeddings } from '../../dialects/openai-operations/float-embeddings.ts';
import { badRequest } from '../../errors.ts';
import { errorIn, readError } from './errors.ts';

const mostTexts = 64;

/** Vectors come as numbers. The second generation embeds one text a request. */
export const zhipuEmbeddings: OperationFormat = {
  ...floatEmbeddings,
  readError,
  errorIn,
  writeRequest({ encoding_format: _, user: __, ...body }) {
    const texts = Array.isArray(body.input) ? body.input : [body.input];
    if (texts.some((text) => typeof text !== 'string'))
      throw badRequest('This model embeds text: send strings, not token ids.', 'input');
    const single = body.model === 'embedding-2';
    const most = single ? 1 : mostTexts;
    if (texts.length > most) throw badRequest(`This model embeds at most ${most} texts a request.`, 'input');
    return { ...body, input: single ? texts[0] : texts };
  },
};
