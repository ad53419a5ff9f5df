import type { OperationFormat } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { readUsage } from '../../dialects/openai-chat/usage.ts';
import { documentText, rerankAnswer } from '../../dialects/openai-operations/rerank-answer.ts';
import { errorIn, readError } from './errors.ts';

/** Query and documents stand under `input`; tokens of both are billed as a prompt. */
export const aliRerank: OperationFormat = {
  ...neverPassed,
  name: 'ali-rerank',
  readUsage,
  readOutput: () => '',
  readError,
  errorIn,
  writeRequest: ({ model, query, documents, top_n, instruct }) => ({
    model,
    input: { query, documents: Array.isArray(documents) ? documents.map(documentText) : documents },
    parameters: {
      ...(top_n !== undefined && { top_n }),
      ...(instruct !== undefined && { instruct }),
      return_documents: false,
    },
  }),
  readResponse(payload, request) {
    const { output, usage, request_id: id } = isObject(payload) ? payload : {};
    return rerankAnswer({ id, usage, results: isObject(output) ? output.results : undefined }, request);
  },
};
