import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../../dialects/canonical.ts';
import type { OperationFormat } from '../../dialects/dialect.ts';
import { writeSettings } from '../../dialects/gemini/embeddings.ts';
import { errorIn, readError } from '../../dialects/gemini/errors.ts';
import { operationFormat } from '../../dialects/gemini/operation-format.ts';
import { isObject } from '../../dialects/json.ts';
import { embeddingList, readInputTexts } from '../../dialects/openai-operations/embedding-list.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { sendInBatches } from '../send-in-batches.ts';
import { verdicts } from './verdicts.ts';

/** Embeddings by `predict`. */
export const vertexEmbeddings: OperationFormat = withVerdicts<OperationFormat>(
  {
    ...operationFormat('vertex-embeddings'),
    readUsage,
    readOutput: () => '',
    writeRequest(body: Json): Json {
      const texts = readInputTexts(body.input);
      const { taskType, title, outputDimensionality } = writeSettings(body);
      const instance = { ...(taskType ? { task_type: taskType } : {}), ...(title ? { title } : {}) };
      return {
        instances: texts.map((content) => ({ content, ...instance })),
        ...(outputDimensionality !== undefined && { parameters: { outputDimensionality } }),
      };
    },
    readResponse(payload, request) {
      const predictions = predictionsIn(payload);
      if (predictions.length === 0)
        throw new UpstreamRefusal(errorIn(payload) ?? readError(500, JSON.stringify(payload)));
      return embeddingList(
        predictions.map(({ values }) => values),
        request,
        readUsage(payload)?.prompt ?? 0,
      );
    },
  },
  verdicts,
);

/** Gemini's own models take one text a call. */
export const sendOneByOne = sendInBatches({
  member: 'instances',
  most: 1,
  resultsIn: (answer) => (Array.isArray(answer.predictions) ? predictionsIn(answer) : undefined),
  join: (answers) => ({ predictions: answers.flatMap(({ predictions }) => predictions) }),
});

function readUsage(payload: unknown): UsageTokens | undefined {
  const counts = predictionsIn(payload).map(({ statistics }) =>
    tokenCount(isObject(statistics) ? statistics.token_count : undefined),
  );
  if (counts.every((count) => count === undefined)) return undefined;
  const prompt = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return { prompt, completion: 0, cacheRead: 0, cacheWrite: 0 };
}

function predictionsIn(payload: unknown): Json[] {
  const predictions = isObject(payload) && Array.isArray(payload.predictions) ? payload.predictions : [];
  return predictions.flatMap((item) => (isObject(item) && isObject(item.embeddings) ? [item.embeddings] : []));
}
