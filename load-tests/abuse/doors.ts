import { waveOf } from '@switchyard/testing/hosts';
import { type Header, httpRequest } from './wire.ts';

/** How errors look in a dialect: OpenAI's, Anthropic's, Google's. */
export type ErrorShape = 'openai' | 'anthropic' | 'gemini';

/** One way in: a dialect, an operation, whole or as a stream. */
export interface Door {
  readonly name: string;
  readonly shape: ErrorShape;
  path(model: string): string;
  readonly keyHeader: string;
  /** Members of a request that is answered. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The member that holds what is asked, and how it holds one message. */
  readonly prompt?: { readonly member: string; of(text: string): unknown };
  /** Under what name the most tokens of an answer are given; a path where they stand deeper. */
  readonly limit?: string;
  /** Under what name the number of answers is given. */
  readonly choices?: string;
  /** The body is a form with files. */
  readonly isForm?: true;
}

export const models = {
  chat: 'abuse-chat',
  messages: 'abuse-messages',
  gemini: 'abuse-gemini',
  embedding: 'abuse-embedding',
  picture: 'abuse-picture',
  speech: 'abuse-speech',
  transcript: 'abuse-transcript',
} as const;

const openai = { shape: 'openai', keyHeader: 'authorization' } as const;
const messages = { member: 'messages', of: (content: string) => [{ role: 'user', content }] };
const contents = { member: 'contents', of: (text: string) => [{ role: 'user', parts: [{ text }] }] };
const said = 'Low tide';
const chat = {
  ...openai,
  path: () => '/v1/chat/completions',
  prompt: messages,
  limit: 'max_tokens',
  choices: 'n',
  members: { model: models.chat, messages: messages.of(said) },
};
const claude = {
  shape: 'anthropic',
  keyHeader: 'x-api-key',
  path: () => '/v1/messages',
  prompt: messages,
  limit: 'max_tokens',
  members: { model: models.messages, max_tokens: 64, messages: messages.of(said) },
} as const;
const google = { shape: 'gemini', keyHeader: 'x-goog-api-key', prompt: contents } as const;
const googleMembers = { contents: contents.of(said) };
const googleNames = { limit: 'generationConfig.maxOutputTokens', choices: 'generationConfig.candidateCount' };

export const doors: readonly Door[] = [
  { ...chat, name: 'chat' },
  { ...chat, name: 'chat, stream', members: { ...chat.members, stream: true } },
  {
    ...openai,
    name: 'responses',
    path: () => '/v1/responses',
    prompt: { member: 'input', of: (text) => text },
    limit: 'max_output_tokens',
    members: { model: models.chat, input: said },
  },
  {
    ...openai,
    name: 'embeddings',
    path: () => '/v1/embeddings',
    prompt: { member: 'input', of: (text) => text },
    members: { model: models.embedding, input: said },
  },
  {
    ...openai,
    name: 'images',
    path: () => '/v1/images/generations',
    prompt: { member: 'prompt', of: (text) => text },
    choices: 'n',
    members: { model: models.picture, prompt: said },
  },
  {
    ...openai,
    name: 'speech',
    path: () => '/v1/audio/speech',
    prompt: { member: 'input', of: (text) => text },
    members: { model: models.speech, input: said, voice: 'alloy' },
  },
  {
    ...openai,
    name: 'transcripts',
    path: () => '/v1/audio/transcriptions',
    isForm: true,
    members: { model: models.transcript },
  },
  { ...claude, name: 'messages' },
  { ...claude, name: 'messages, stream', members: { ...claude.members, stream: true } },
  {
    ...google,
    ...googleNames,
    name: 'gemini',
    path: (model) => `/v1beta/models/${model}:generateContent`,
    members: googleMembers,
  },
  {
    ...google,
    ...googleNames,
    name: 'gemini, stream',
    path: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    members: googleMembers,
  },
];

/** The key as this door takes it. */
export function keyOf(door: Door, key: string): Header {
  return [door.keyHeader, door.keyHeader === 'authorization' ? `Bearer ${key}` : key];
}

export const formBoundary = 'abuse-0123456789';
export const jsonType: Header = ['content-type', 'application/json'];
export const formType: Header = ['content-type', `multipart/form-data; boundary=${formBoundary}`];

export interface FormPart {
  readonly name: string;
  readonly content: Buffer | string;
  readonly filename?: string;
}

/** Exactly these parts, whatever their names hold. */
export function formOf(parts: readonly FormPart[]): Buffer {
  const pieces = parts.map(({ name, content, filename }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`;
    const head = `--${formBoundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
  });
  return Buffer.concat([...pieces, Buffer.from(`--${formBoundary}--\r\n`)]);
}

export const wave: FormPart = { name: 'file', filename: 'tide.wav', content: waveOf(1) };

/** The model that a door asks for unless told otherwise. */
export function modelOf({ members, shape }: Door): string {
  return shape === 'gemini' ? models.gemini : String(members.model);
}

export interface Asked {
  readonly key: string;
  readonly model?: string;
  /** In place of the door's own members; undefined takes one away. Names with dots stand deeper. */
  readonly change?: Readonly<Record<string, unknown>>;
  /** In place of the whole body. */
  readonly body?: Buffer | string;
  readonly headers?: readonly Header[];
}

/** A request through a door, whole. */
export function ask(door: Door, { key, model = modelOf(door), change = {}, body, headers = [] }: Asked): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const own = [keyOf(door, key), door.isForm ? formType : jsonType].filter(([name]) => !given.has(name));
  return httpRequest('POST', door.path(model), [...own, ...headers], body ?? bodyOf(door, model, change));
}

/** The body of a request that is answered, but for the changes. */
export function bodyOf(door: Door, model = modelOf(door), change: Readonly<Record<string, unknown>> = {}): Buffer {
  const members: Record<string, unknown> = { ...door.members, ...(door.shape === 'gemini' ? {} : { model }) };
  for (const [name, value] of Object.entries(change)) {
    const [outer = '', inner] = name.split('.');
    if (inner !== undefined) members[outer] = { ...(members[outer] as object | undefined), [inner]: value };
    else members[outer] = value;
  }
  if (!door.isForm) return Buffer.from(JSON.stringify(members));
  const fields = Object.entries(members).filter(([, value]) => value !== undefined);
  return formOf([...fields.map(([name, value]) => ({ name, content: String(value) })), wave]);
}
