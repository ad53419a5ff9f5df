import type { OperationFormat } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { embeddingList, readInputTexts } from '../../dialects/openai-operations/embedding-list.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { errorIn, readError } from './errors.ts';
import { readUsage, unwrap } from './hunyuan.ts';

/** There is one model, which is not named. */
export const hunyuanEmbeddings: OperationFormat = {
  ...neverPassed,
  name: 'hunyuan-embeddings',
  readUsage,
  readOutput: () => '',
  readError,
  errorIn,
  writeRequest: (body) => ({ InputList: readInputTexts(body.input) }),
  readResponse(payload, request) {
    const { Data: data } = unwrap(payload);
    if (!Array.isArray(data)) throw new UpstreamRefusal(readError(500, JSON.stringify(payload)));
    const vectors = data.filter(isObject).map(({ Embedding: embedding }) => embedding);
    return embeddingList(vectors, request, readUsage(payload)?.prompt ?? 0);
  },
};
