import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../../dialects/canonical.ts';
import type { OperationFormat } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { documentText, rerankAnswer } from '../../dialects/openai-operations/rerank-answer.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { errorIn, readError } from './errors.ts';

/** Documents are strings and never come back; what is billed is search units, not tokens. */
export const cohereRerank: OperationFormat = {
  ...neverPassed,
  name: 'cohere-rerank',
  readUsage,
  readOutput: () => '',
  readError,
  errorIn,
  writeRequest(body: Json): Json {
    const { model, query, documents, top_n, max_tokens_per_doc, priority } = body;
    const wanted = { top_n, max_tokens_per_doc, priority };
    return {
      model,
      query,
      documents: Array.isArray(documents) ? documents.map(documentText) : documents,
      ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
    };
  },
  readResponse: (payload: unknown, request: Json) => rerankAnswer(payload, request),
};

function readUsage(payload: unknown): UsageTokens | undefined {
  const meta = isObject(payload) && isObject(payload.meta) ? payload.meta : {};
  const calls = isObject(meta.billed_units) ? tokenCount(meta.billed_units.search_units) : undefined;
  const prompt = isObject(meta.tokens) ? tokenCount(meta.tokens.input_tokens) : undefined;
  if (calls === undefined && prompt === undefined) return undefined;
  return { prompt: prompt ?? 0, completion: 0, cacheRead: 0, cacheWrite: 0, ...(calls !== undefined && { calls }) };
}
