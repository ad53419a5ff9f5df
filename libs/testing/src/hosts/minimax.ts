import { Type } from 'typebox';
import type { Host, HostReply, HostRequest } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse, type Refusal } from './refusal.ts';
import { jsonReply } from './reply.ts';
import { elements, expectShape, isObject } from './shape.ts';

const done = { status_code: 0, status_msg: '' };

export interface MinimaxAccount {
  readonly key: string;
  /** Must be named with speech, as old keys must. */
  readonly group?: string;
}

/** MiniMax. A stream's last event repeats the answer as a message and alone counts it. */
export function minimax({ key, group }: MinimaxAccount): Host {
  const chat = openaiChat({
    name: 'minimax',
    path: /^\/v1\/(chat\/completions|text\/chatcompletion_v2)$/,
    roles: ['system', 'user', 'assistant', 'tool'],
    accepts: ['reasoning_split', 'thinking'],
    refuses: ['n', 'logit_bias', 'frequency_penalty', 'presence_penalty', 'seed', 'store', 'reasoning_effort'],
    rules: [refuseTemperature, wantSchemaTexts],
    reasoningField: 'reasoning_content',
    readReasoning: ({ reasoning_split: split, thinking }) =>
      split === true && !(isObject(thinking) && thinking.type === 'disabled') ? {} : undefined,
    usageIn: 'last-chunk',
  });
  return {
    name: 'minimax',
    handle(request) {
      if (!/^\/v1\//.test(request.path)) return undefined;
      return orRefuse(writeError, async () => {
        demand(!bearer(key)(request), 'login fail', { status: 401, code: '1004' });
        if (request.path === '/v1/t2a_v2') return speak(request, group);
        if (request.path === '/v1/embeddings') return embed(request);
        if (request.path === '/v1/image_generation') return draw(request);
        if (request.path === '/v1/models') return jsonReply(200, { object: 'list', data: [{ id: 'MiniMax-M3' }] });
        const reply = await chat.handle(asOpenai(request));
        return reply && asMinimax(reply);
      });
    },
  };
}

/** Status 200, but for a key that is none. */
function writeError({ message, status, code }: Refusal): HostReply {
  return jsonReply(status === 401 ? 401 : 200, {
    base_resp: { status_code: Number(code ?? 2013), status_msg: message },
  });
}

function asMinimax(reply: HostReply): HostReply {
  const text = String(reply.body);
  if (reply.status !== 200) return reply;
  if (!reply.headers['content-type']?.startsWith('text/event-stream')) {
    return { ...reply, body: JSON.stringify({ ...JSON.parse(text), base_resp: done, output_sensitive: false }) };
  }
  const events = text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)));
  const usage = events.find((event) => event.usage)?.usage;
  const said = events.map((event) => event.choices[0]?.delta?.content ?? '').join('');
  const reason = events.map((event) => event.choices[0]?.finish_reason).find(Boolean);
  const chunks = events
    .filter((event) => event.choices[0] && !event.choices[0].finish_reason)
    .map((event) => ({
      ...event,
      choices: [{ index: 0, delta: asDetails(event.choices[0].delta) }],
      usage: { total_tokens: 0, total_characters: 0 },
    }));
  const last = {
    ...events[0],
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: reason, message: { role: 'assistant', content: said } }],
    usage,
    base_resp: done,
  };
  const body = [...chunks, last].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return { ...reply, body };
}

/** Thinking that comes back stands in details too. */
function asOpenai(request: HostRequest): HostRequest {
  const body = request.json();
  if (!body) return request;
  const messages = elements(body.messages).map((message) => {
    if (!isObject(message) || message.reasoning_details === undefined) return message;
    const { reasoning_details: details, ...rest } = message;
    const texts = elements(details).map((detail) => (isObject(detail) ? detail.text : ''));
    return { ...rest, reasoning_content: texts.join('') };
  });
  return { ...request, json: () => ({ ...body, messages }) };
}

/** Thinking stands in details, and roles are '' but in the first event. */
function asDetails({ reasoning_content: text, ...delta }: Record<string, unknown>): object {
  const details = text === undefined ? {} : { reasoning_details: [{ type: 'reasoning.text', text }] };
  return { role: '', ...delta, ...details };
}

function refuseTemperature({ temperature }: ChatBody): void {
  demand(temperature === undefined || (Number(temperature) > 0 && Number(temperature) <= 1), 'invalid params');
}

function wantSchemaTexts({ model, messages }: ChatBody): void {
  if (!String(model).startsWith('abab')) return;
  for (const message of elements(messages).filter(isObject)) demand(message.name, 'invalid params: name');
}

const SpeakBody = Type.Object(
  {
    model: Type.String(),
    text: Type.String({ minLength: 1, maxLength: 10_000 }),
    stream: Type.Literal(false),
    voice_setting: Type.Object({
      voice_id: Type.String(),
      speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2 })),
    }),
    audio_setting: Type.Object({ format: Type.Enum(['mp3', 'wav', 'flac', 'pcm']) }),
    output_format: Type.Literal('hex'),
  },
  { additionalProperties: false },
);

/** What is said stands in the sound itself, so that a test can hear it. What is not ASCII counts twice, and old models do not count. */
function speak(request: HostRequest, group: string | undefined): HostReply {
  demand(group === undefined || request.query.get('GroupId') === group, 'token not match group', { code: '1004' });
  const { model, text, voice_setting: voice, audio_setting: audio } = expectShape(SpeakBody, request.json());
  const counted = model === 'speech-01' ? {} : { usage_characters: text.length + (text.match(/[^ -~]/g)?.length ?? 0) };
  const sound = Buffer.from(`${audio.format} ${voice.voice_id}: ${text}`);
  return jsonReply(200, {
    data: { audio: sound.toString('hex'), status: 2 },
    extra_info: { audio_size: sound.length, audio_format: audio.format, ...counted },
    trace_id: 't-1',
    base_resp: done,
  });
}

const EmbedBody = Type.Object(
  {
    model: Type.Literal('embo-01'),
    texts: Type.Array(Type.String(), { minItems: 1 }),
    type: Type.Enum(['db', 'query']),
  },
  { additionalProperties: false },
);

function embed(request: HostRequest): HostReply {
  const { texts } = expectShape(EmbedBody, request.json());
  const vectors = texts.map((text) => [text.length / 8, -0.5]);
  return jsonReply(200, { vectors, total_tokens: texts.length * 3, base_resp: done });
}

const DrawBody = Type.Object(
  {
    model: Type.String(),
    prompt: Type.String(),
    aspect_ratio: Type.Optional(Type.String({ pattern: '^\\d+:\\d+$' })),
    n: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    response_format: Type.Enum(['url', 'base64']),
  },
  { additionalProperties: false },
);

function draw(request: HostRequest): HostReply {
  const { n = 1, response_format: format } = expectShape(DrawBody, request.json());
  const all = <T>(value: T) => Array.from({ length: n }, () => value);
  const data =
    format === 'url' ? { image_urls: all('https://pictures.example/1.jpg') } : { image_base64: all('iVBORw0KGgo=') };
  return jsonReply(200, { id: 'i-1', data, metadata: { success_count: String(n) }, base_resp: done });
}
