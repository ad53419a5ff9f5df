import type { OperationFormat } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { embeddingList, readInputTexts } from '../../dialects/openai-operations/embedding-list.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { errorIn, readError } from './base-resp.ts';

/** `type` is MiniMax's own: `query` for questions, else texts are documents. */
export const minimaxEmbeddings: OperationFormat = {
  ...neverPassed,
  name: 'minimax-embeddings',
  readUsage(payload) {
    const prompt = isObject(payload) ? tokenCount(payload.total_tokens) : undefined;
    return prompt === undefined ? undefined : { prompt, completion: 0, cacheRead: 0, cacheWrite: 0 };
  },
  readOutput: () => '',
  readError,
  errorIn,
  writeRequest: ({ model, input, type }) => ({
    model,
    texts: readInputTexts(input),
    type: type === 'query' ? 'query' : 'db',
  }),
  readResponse(payload, request) {
    const vectors = isObject(payload) ? payload.vectors : undefined;
    if (!isObject(payload) || !Array.isArray(vectors)) {
      throw new UpstreamRefusal(readError(500, JSON.stringify(payload)));
    }
    return embeddingList(vectors, request, tokenCount(payload.total_tokens) ?? 0);
  },
};
