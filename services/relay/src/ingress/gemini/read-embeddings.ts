import type { Json } from '../../dialects/canonical.ts';
import { gemini } from '../../dialects/gemini/index.ts';
import { member, objectMember, objectsMember, textMember } from '../../dialects/gemini/members.ts';
import { isObject } from '../../dialects/json.ts';
import { badRequest } from '../../errors.ts';
import { JsonBody } from '../json-body.ts';
import type { RelayRequest } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';

/** A request to embedContent: one text, answered with one vector. Throws a GatewayError (400) that names the field. */
export function readEmbedding(model: string, body: RequestBody): RelayRequest {
  return inOpenaiShape(model, [body.parse()], (vectors) => ({ embedding: vectors[0] ?? { values: [] } }));
}

/** A request to batchEmbedContents: texts that share their settings. Throws a GatewayError (400) that names the field. */
export function readEmbeddings(model: string, body: RequestBody): RelayRequest {
  const requests = objectsMember(body.parse(), 'requests');
  if (requests.length === 0) throw badRequest('requests must be a non-empty array.', 'requests');
  return inOpenaiShape(model, requests, (embeddings) => ({ embeddings }));
}

function inOpenaiShape(
  model: string,
  requests: readonly Json[],
  write: (vectors: { values: unknown }[]) => unknown,
): RelayRequest {
  const [settings = {}, ...others] = requests.map(readSettings);
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(settings)))
    throw badRequest('All requests of a batch must have the same settings here.', 'requests');
  return {
    operation: 'embeddings',
    dialect: gemini,
    body: JsonBody.of({ model, input: requests.map(readText), ...settings, encoding_format: 'float' }),
    model,
    stream: false,
    wantsUsage: true,
    maxTokens: undefined,
    choices: 1,
    writeAnswer: (payload) => write(readVectors(payload)),
  };
}

function readText(request: Json): string {
  const parts = objectsMember(objectMember(request, 'content'), 'parts');
  const text = parts.map((part) => textMember(part, 'text')).join('\n');
  if (text === '') throw badRequest('content must hold text.', 'content');
  return text;
}

function readSettings(request: Json): Json {
  const dimensions = member(request, 'outputDimensionality');
  const taskType = textMember(request, 'taskType');
  const title = textMember(request, 'title');
  return {
    ...(dimensions !== undefined && { dimensions }),
    ...(taskType && { taskType }),
    ...(title && { title }),
  };
}

function readVectors(payload: unknown): { values: unknown }[] {
  const data = isObject(payload) && Array.isArray(payload.data) ? payload.data : [];
  return data.map((item) => ({ values: isObject(item) ? item.embedding : [] }));
}
