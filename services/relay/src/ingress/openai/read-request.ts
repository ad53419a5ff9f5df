import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { badRequest } from '../../errors.ts';
import type { PostedOperation } from '../operation.ts';
import {
  type Asked,
  type RelayRequest,
  readBoolean,
  readChoices,
  readMaxTokens,
  readModel,
  requireInput,
} from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';
import { readSound } from './read-sound.ts';

interface Shape {
  /** The member that must be there, and what it may start with: '[' an array, '"' a text, '{' an object. */
  readonly input?: { key: string; starts: string; expected: string };
  /** Used when the client names none. */
  readonly model?: string;
  /** The client asks for a stream. */
  streams?(body: RequestBody): boolean;
  asked?(body: RequestBody): Asked | Promise<Asked>;
}

const textOrList = { starts: '["', expected: 'a string or an array' };
const streamMember = (body: RequestBody) => readBoolean(body, 'stream');
const prompt = { key: 'prompt', starts: '"', expected: 'a string' };

/** What the relay needs to know of each operation of OpenAI's. */
const shapes: Record<PostedOperation, Shape> = {
  chat: { input: { key: 'messages', starts: '[', expected: 'a non-empty array' }, streams: streamMember },
  completions: { input: { key: 'prompt', ...textOrList }, streams: streamMember },
  embeddings: { input: { key: 'input', ...textOrList } },
  rerank: { input: { key: 'documents', starts: '[', expected: 'a non-empty array' } },
  moderations: { input: { key: 'input', ...textOrList }, model: 'omni-moderation-latest' },
  'images/generations': { input: prompt, model: 'gpt-image-2', streams: streamMember, asked: askedPictures },
  'images/edits': { input: prompt, model: 'gpt-image-2', streams: streamMember, asked: askedPictures },
  'images/variations': { model: 'dall-e-2', asked: askedPictures },
  'audio/speech': {
    input: { key: 'input', starts: '"', expected: 'a string' },
    model: 'tts-1',
    streams: (body) => body.read('stream_format') === 'sse',
    asked: (body) => ({ characters: [...(body.read('input') as string)].length }),
  },
  'audio/transcriptions': { model: 'whisper-1', streams: streamMember, asked: readSound },
  'audio/translations': { model: 'whisper-1', asked: readSound },
};

/** Reads and checks the fields of an OpenAI request. Throws, or rejects with, a GatewayError (400) that names the field. */
export function readRequest(operation: PostedOperation, body: RequestBody): RelayRequest | Promise<RelayRequest> {
  const shape = shapes[operation];
  const model = readModel(body.read('model') ?? shape.model);
  if (shape.input) requireInput(body, shape.input.key, shape.input.starts, shape.input.expected);
  const request: RelayRequest = {
    operation,
    dialect: openaiChat,
    body,
    model,
    stream: shape.streams?.(body) ?? false,
    wantsUsage: readWantsUsage(body),
    maxTokens: readMaxTokens(body, 'max_completion_tokens', 'max_tokens'),
    choices: readChoices(body, 'n'),
  };
  const asked = shape.asked?.(body);
  if (!asked) return request;
  return asked instanceof Promise ? asked.then((known) => ({ ...request, asked: known })) : { ...request, asked };
}

function askedPictures(body: RequestBody): Asked {
  const size = body.read('size');
  const quality = body.read('quality');
  return {
    calls: readChoices(body, 'n'),
    ...(typeof size === 'string' && { size: size.slice(0, 40) }),
    ...(typeof quality === 'string' && { quality: quality.slice(0, 40) }),
  };
}

function readWantsUsage(body: RequestBody): boolean {
  const value = body.read('stream_options');
  if (value === undefined || value === null) return false;
  if (typeof value !== 'object') throw badRequest('stream_options must be an object.', 'stream_options');
  return (value as { include_usage?: unknown }).include_usage === true;
}
