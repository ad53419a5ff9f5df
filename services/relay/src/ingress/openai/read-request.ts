import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { serviceTiers } from '../../dialects/openai-chat/service-tiers.ts';
import { badRequest, refuse } from '../../errors.ts';
import { MultipartBody } from '../multipart-body.ts';
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
import { readTiers } from '../service-tier.ts';
import { readEdit, readPictures, readVariation } from './read-pictures.ts';
import { readSound } from './read-sound.ts';
import { readSpeech } from './read-speech.ts';

interface Shape {
  /** Members that must be there, and what they may start with: '[' an array, '"' a text, '{' an object. */
  readonly inputs?: readonly { key: string; starts: string; expected: string }[];
  /** Files belong to it: it may be a form. */
  readonly takesForms?: true;
  /** Used when the client names none. */
  readonly model?: string;
  /** The client asks for a stream. */
  streams?(body: RequestBody): boolean;
  asked?(body: RequestBody): Asked | Promise<Asked>;
}

const textOrList = { starts: '["', expected: 'a string or an array' };
const list = { starts: '[', expected: 'a non-empty array' };
const text = { starts: '"', expected: 'a string' };
const streamMember = (body: RequestBody) => readBoolean(body, 'stream');
const prompt = { key: 'prompt', ...text };

/** What the relay needs to know of each operation of OpenAI's. */
const shapes: Record<PostedOperation, Shape> = {
  chat: { inputs: [{ key: 'messages', ...list }], streams: streamMember },
  completions: { inputs: [{ key: 'prompt', ...textOrList }], streams: streamMember },
  embeddings: { inputs: [{ key: 'input', ...textOrList }] },
  rerank: {
    inputs: [
      { key: 'query', ...text },
      { key: 'documents', ...list },
    ],
  },
  moderations: { inputs: [{ key: 'input', ...textOrList }], model: 'omni-moderation-latest' },
  'images/generations': { inputs: [prompt], model: 'gpt-image-2', streams: streamMember, asked: readPictures },
  'images/edits': { inputs: [prompt], takesForms: true, model: 'gpt-image-2', streams: streamMember, asked: readEdit },
  'images/variations': { takesForms: true, model: 'dall-e-2', asked: readVariation },
  'audio/speech': {
    inputs: [{ key: 'input', ...text }],
    model: 'tts-1',
    streams: (body) => body.read('stream_format') === 'sse',
    asked: readSpeech,
  },
  'audio/transcriptions': { takesForms: true, model: 'whisper-1', streams: streamMember, asked: readSound },
  'audio/translations': { takesForms: true, model: 'whisper-1', asked: readSound },
};

/**
 * Reads and checks the fields of an OpenAI request. `named`: the model, when the address names it. Throws, or rejects with, a
 * GatewayError: 400 that names the field, 415 for a form where no file belongs.
 */
export function readRequest(
  operation: PostedOperation,
  body: RequestBody,
  named?: string,
): RelayRequest | Promise<RelayRequest> {
  const shape = shapes[operation];
  if (!shape.takesForms && body instanceof MultipartBody) throw refuse('unsupported_media_type');
  const model = readModel(body.read('model') ?? named ?? shape.model);
  if (named !== undefined && model !== named) throw badRequest('The address names another model.', 'model');
  for (const { key, starts, expected } of shape.inputs ?? []) requireInput(body, key, starts, expected);
  const request: RelayRequest = {
    operation,
    dialect: openaiChat,
    body,
    model,
    stream: shape.streams?.(body) ?? false,
    wantsUsage: readWantsUsage(body),
    maxTokens: readMaxTokens(body, 'max_completion_tokens', 'max_tokens'),
    choices: readChoices(body, 'n'),
    tiers: readTiers(body, serviceTiers),
  };
  const asked = shape.asked?.(body);
  if (!asked) return request;
  return asked instanceof Promise ? asked.then((known) => ({ ...request, asked: known })) : { ...request, asked };
}

function readWantsUsage(body: RequestBody): boolean {
  const value = body.read('stream_options');
  if (value === undefined || value === null) return false;
  if (typeof value !== 'object') throw badRequest('stream_options must be an object.', 'stream_options');
  return (value as { include_usage?: unknown }).include_usage === true;
}
