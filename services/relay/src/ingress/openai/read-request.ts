import { badRequest } from '../../errors.ts';
import type { JsonBody } from '../json-body.ts';
import type { Operation } from '../operation.ts';

/** The few fields the relay needs; everything else travels in `body` untouched. */
export interface RelayRequest {
  readonly operation: Operation;
  readonly body: JsonBody;
  readonly model: string;
  readonly stream: boolean;
  /** The client asked for the usage chunk of a stream itself. */
  readonly wantsUsage: boolean;
  /** Most tokens of one answer, when the client says. */
  readonly maxTokens: number | undefined;
  /** Answers asked for. */
  readonly choices: number;
}

const maxTokensLimit = 2 ** 30;
const choicesLimit = 128;

/** The member that must be there, by operation, and what it may start with. */
const inputs: Record<Operation, { key: string; starts: string; expected: string }> = {
  chat: { key: 'messages', starts: '[', expected: 'a non-empty array' },
  completions: { key: 'prompt', starts: '["', expected: 'a string or an array' },
  embeddings: { key: 'input', starts: '["', expected: 'a string or an array' },
};

/** Fields that would send the operator's key elsewhere when the upstream is itself a gateway. */
export const forbiddenMembers = ['api_base', 'base_url', 'api_key', 'extra_headers'] as const;

/** Reads and checks the fields of an OpenAI request. Throws a GatewayError (400) that names the field. */
export function readRequest(operation: Operation, body: JsonBody): RelayRequest {
  const model = body.read('model');
  if (typeof model !== 'string' || model === '') throw badRequest('Name the model in the field model.', 'model');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (model.length > 256 || /[\u0000-\u001f\u007f]|\.\.\//.test(model))
    throw badRequest('The model name is not valid.', 'model');
  const input = inputs[operation];
  const start = body.startOf(input.key);
  if (start === '' || !input.starts.includes(start))
    throw badRequest(`${input.key} must be ${input.expected}.`, input.key);
  if (start === '[' && /^\[\s*\]$/.test(body.lengthOf(input.key) < 64 ? (body.text(input.key) as string) : '')) {
    throw badRequest(`${input.key} must not be empty.`, input.key);
  }
  return {
    operation,
    body,
    model,
    stream: operation !== 'embeddings' && readBoolean(body, 'stream'),
    wantsUsage: readWantsUsage(body),
    maxTokens:
      readCount(body, 'max_completion_tokens', maxTokensLimit) ?? readCount(body, 'max_tokens', maxTokensLimit),
    choices: readCount(body, 'n', choicesLimit) ?? 1,
  };
}

function readBoolean(body: JsonBody, key: string): boolean {
  const value = body.read(key);
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw badRequest(`${key} must be true or false.`, key);
  return value;
}

function readCount(body: JsonBody, key: string, limit: number): number | undefined {
  const value = body.read(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > limit) {
    throw badRequest(`${key} must be a whole number from 1 to ${limit}.`, key);
  }
  return value;
}

function readWantsUsage(body: JsonBody): boolean {
  const value = body.read('stream_options');
  if (value === undefined || value === null) return false;
  if (typeof value !== 'object') throw badRequest('stream_options must be an object.', 'stream_options');
  return (value as { include_usage?: unknown }).include_usage === true;
}
