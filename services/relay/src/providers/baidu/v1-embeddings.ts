import type { OperationFormat } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { readUsage } from '../../dialects/openai-chat/usage.ts';
import { embeddingList, readInputTexts } from '../../dialects/openai-operations/embedding-list.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { badRequest } from '../../errors.ts';
import { readV1Error, v1ErrorIn } from './errors.ts';

const mostTexts = 16;

/** The model stands in the address. */
export const baiduV1Embeddings: OperationFormat = {
  ...neverPassed,
  name: 'baidu-v1-embeddings',
  readUsage,
  readOutput: () => '',
  readError: readV1Error,
  errorIn: v1ErrorIn,
  writeRequest(body) {
    const input = readInputTexts(body.input);
    if (input.length > mostTexts) throw badRequest(`This model embeds at most ${mostTexts} texts a request.`, 'input');
    return { input };
  },
  readResponse(payload, request) {
    const data = isObject(payload) && Array.isArray(payload.data) ? payload.data.filter(isObject) : undefined;
    if (!data) throw new UpstreamRefusal(readV1Error(500, JSON.stringify(payload)));
    const vectors = data.map(({ embedding }) => embedding);
    return embeddingList(vectors, request, readUsage(payload)?.prompt ?? 0);
  },
};
