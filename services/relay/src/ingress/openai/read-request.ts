import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { badRequest } from '../../errors.ts';
import type { Operation } from '../operation.ts';
import {
  type RelayRequest,
  readBoolean,
  readChoices,
  readMaxTokens,
  readModel,
  requireInput,
} from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';

/** Operations of OpenAI's that are about text. */
export type TextOperation = Extract<Operation, 'chat' | 'completions' | 'embeddings'>;

/** The member that must be there, by operation, and what it may start with. */
const inputs: Record<TextOperation, { key: string; starts: string; expected: string }> = {
  chat: { key: 'messages', starts: '[', expected: 'a non-empty array' },
  completions: { key: 'prompt', starts: '["', expected: 'a string or an array' },
  embeddings: { key: 'input', starts: '["', expected: 'a string or an array' },
};

/** Reads and checks the fields of an OpenAI request. Throws a GatewayError (400) that names the field. */
export function readRequest(operation: TextOperation, body: RequestBody): RelayRequest {
  const model = readModel(body.read('model'));
  const { key, starts, expected } = inputs[operation];
  requireInput(body, key, starts, expected);
  return {
    operation,
    dialect: openaiChat,
    body,
    model,
    stream: operation !== 'embeddings' && readBoolean(body, 'stream'),
    wantsUsage: readWantsUsage(body),
    maxTokens: readMaxTokens(body, 'max_completion_tokens', 'max_tokens'),
    choices: readChoices(body, 'n'),
  };
}

function readWantsUsage(body: RequestBody): boolean {
  const value = body.read('stream_options');
  if (value === undefined || value === null) return false;
  if (typeof value !== 'object') throw badRequest('stream_options must be an object.', 'stream_options');
  return (value as { include_usage?: unknown }).include_usage === true;
}
