import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../../dialects/canonical.ts';
import type { OperationFormat } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { embeddingList, readInputTexts } from '../../dialects/openai-operations/embedding-list.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { sendInBatches } from '../send-in-batches.ts';
import { errorIn, readError } from './errors.ts';

/** `input_type` is Cohere's own and required: passed on when the client sends it, else texts are documents. */
export const cohereEmbeddings: OperationFormat = {
  ...neverPassed,
  name: 'cohere-embed',
  readUsage,
  readOutput: () => '',
  readError,
  errorIn,
  writeRequest(body: Json): Json {
    const texts = readInputTexts(body.input);
    const { model, input_type = 'search_document', dimensions, truncate } = body;
    return {
      model,
      texts,
      input_type,
      embedding_types: ['float'],
      ...(dimensions !== undefined && { output_dimension: dimensions }),
      ...(truncate !== undefined && { truncate }),
    };
  },
  readResponse(payload: unknown, request: Json): unknown {
    const vectors = vectorsIn(payload);
    if (!vectors) throw new UpstreamRefusal(readError(500, JSON.stringify(payload)));
    return embeddingList(vectors, request, readUsage(payload)?.prompt ?? 0);
  },
};

export const sendEmbeddings = sendInBatches({
  member: 'texts',
  most: 96,
  resultsIn: vectorsIn,
  join(answers) {
    const float = answers.flatMap((answer) => vectorsIn(answer) ?? []);
    const counts = answers.map((answer) => readUsage(answer)?.prompt);
    if (counts.includes(undefined)) return { embeddings: { float } };
    const input_tokens = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    return { embeddings: { float }, meta: { billed_units: { input_tokens } } };
  },
});

function vectorsIn(payload: unknown): unknown[] | undefined {
  const vectors = isObject(payload) && isObject(payload.embeddings) ? payload.embeddings.float : undefined;
  return Array.isArray(vectors) ? vectors : undefined;
}

function readUsage(payload: unknown): UsageTokens | undefined {
  const billed = isObject(payload) && isObject(payload.meta) ? payload.meta.billed_units : undefined;
  const prompt = isObject(billed) ? (tokenCount(billed.input_tokens) ?? tokenCount(billed.images)) : undefined;
  return prompt === undefined ? undefined : { prompt, completion: 0, cacheRead: 0, cacheWrite: 0 };
}
