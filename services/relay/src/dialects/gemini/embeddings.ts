import type { Json } from '../canonical.ts';
import type { OperationFormat, Warn } from '../dialect.ts';
import { asText, isObject } from '../json.ts';
import { embeddingList, readInputTexts } from '../openai-operations/embedding-list.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { errorIn, readError } from './errors.ts';
import { textMember } from './members.ts';
import { operationFormat } from './operation-format.ts';
import { readUsage } from './usage.ts';

/** Embeddings by batchEmbedContents, for one text as for many. What is read is seldom told. */
export const geminiEmbeddings: OperationFormat = {
  ...operationFormat('gemini-embeddings'),
  writeRequest(body: Json, warn: Warn): Json {
    const model = asText(body.model);
    const requests = readInputTexts(body.input).map((text) => ({
      model: model.includes('/') ? model : `models/${model}`,
      content: { parts: [{ text }] },
      ...writeSettings(body),
    }));
    if (body.user !== undefined) warn('user', 'the upstream takes no names of users');
    return { requests };
  },
  readResponse: (payload, request) => {
    const embeddings = isObject(payload) && Array.isArray(payload.embeddings) ? payload.embeddings : undefined;
    if (!embeddings) throw new UpstreamRefusal(errorIn(payload) ?? readError(500, JSON.stringify(payload)));
    const vectors = embeddings.map((embedding) => (isObject(embedding) ? embedding.values : undefined));
    return embeddingList(vectors, request, readUsage(payload)?.prompt ?? estimate(request.input));
  },
};

/** OpenAI's `dimensions`, and Google's own settings in either spelling. */
export function writeSettings(body: Json): Json {
  const taskType = textMember(body, 'taskType');
  const title = textMember(body, 'title');
  const { dimensions } = body;
  return {
    ...(taskType && { taskType }),
    ...(title && { title }),
    ...(typeof dimensions === 'number' && { outputDimensionality: dimensions }),
  };
}

const charactersPerToken = 4;

/** For show only: what is charged is counted. */
function estimate(input: unknown): number {
  return Math.ceil(readInputTexts(input).join('').length / charactersPerToken);
}
