import type { OperationFormat } from '../dialect.ts';
import { isObject } from '../json.ts';
import { tokenCount } from '../token-count.ts';
import { openaiOperation } from './index.ts';
import { rerankAnswer } from './rerank-answer.ts';

/** Reranks as Jina's API and its imitators have them: the middle shape, with tokens in `usage` or `meta.tokens`. */
export const rerank: OperationFormat = {
  ...openaiOperation,
  readUsage(payload, before) {
    const meta = isObject(payload) && isObject(payload.meta) ? payload.meta.tokens : undefined;
    const prompt = isObject(meta) ? tokenCount(meta.input_tokens) : undefined;
    if (!isObject(meta) || prompt === undefined) return openaiOperation.readUsage(payload, before);
    return { prompt, completion: tokenCount(meta.output_tokens) ?? 0, cacheRead: 0, cacheWrite: 0 };
  },
  readResponse: rerankAnswer,
};
