import type { OperationFormat } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { floatEmbeddings } from '../../dialects/openai-operations/float-embeddings.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';

/** Sizes have another name, numbers are asked for, and members too many are refused. */
export const embeddings: OperationFormat = {
  ...floatEmbeddings,
  name: 'mistral-embeddings',
  writeRequest: ({ model, input, dimensions, output_dtype }) => ({
    model,
    input,
    ...(dimensions !== undefined && { output_dimension: dimensions }),
    ...(output_dtype !== undefined && { output_dtype }),
  }),
};

/** Whether a text is flagged at all is left to the reader: any category is enough. */
export const moderations: OperationFormat = {
  ...openaiFormatOf('moderations'),
  readResponse(payload) {
    if (!isObject(payload) || !Array.isArray(payload.results)) return payload;
    const results = payload.results.map((result) =>
      isObject(result) && isObject(result.categories)
        ? { flagged: Object.values(result.categories).includes(true), ...result }
        : result,
    );
    return { ...payload, results };
  },
};
