import { parseObject } from '../upstream/parse-object.ts';
import { writeChunkFrame, writeEventFrame } from './aws-frames.ts';
import { sigV4 } from './proof/sig-v4.ts';
import { type HeardCall, type HostReply, serveTasks, type TaskServer } from './task-server.ts';

export interface BedrockKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** With a temporary key. */
  readonly sessionToken?: string;
  /** Accepted as `Authorization: Bearer` too. */
  readonly apiKey?: string;
}

export interface FakeBedrock extends TaskServer {
  /** What the next calls are answered instead of a message. */
  answer: ((call: HeardCall) => HostReply | undefined) | undefined;
}

export const usage = {
  input_tokens: 12,
  cache_read_input_tokens: 30,
  cache_creation_input_tokens: 5,
  output_tokens: 9,
};
const text = 'High water at Brest is at six.';
const refusedMembers = [
  'model',
  'stream',
  'service_tier',
  'inference_geo',
  'container',
  'mcp_servers',
  'cache_control',
];
const eventStream = 'application/vnd.amazon.eventstream';

/**
 * Bedrock's runtime: checks signature, path and body as AWS does, and answers one sentence; Claude by invoke, other
 * makers' models by Converse.
 */
export async function fakeBedrock(keys: BedrockKeys): Promise<FakeBedrock> {
  const server = await serveTasks((call) => {
    const refusal = refuseProof(call, keys);
    if (refusal) return { status: 403, body: { message: refusal } };
    const [, id, action = ''] = /^\/model\/([^/]+)\/([a-z-]+)$/.exec(call.path) ?? [];
    const answer = answers[action];
    if (call.method !== 'POST' || id === undefined || !answer) return { status: 404, body: { message: 'Not found' } };
    const model = decodeURIComponent(id);
    const reason = action.startsWith('invoke')
      ? (refuseModel(model) ?? refuseInvoke(call.text))
      : refuseConverse(call.text);
    if (reason) return { status: 400, body: { message: reason } };
    return host.answer?.(call) ?? answer();
  });
  const host: FakeBedrock = Object.assign(server, { answer: undefined });
  return host;
}

const message = {
  id: 'msg_bdrk_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-haiku-4-5-20251001',
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage,
};

function stream(): Buffer {
  const { output_tokens, ...input } = usage;
  const start = { ...message, content: [], stop_reason: null, usage: { ...input, output_tokens: 1 } };
  const words = text.split(/(?<= )/);
  const metrics = { inputTokenCount: 12, outputTokenCount: 9, invocationLatency: 900, firstByteLatency: 300 };
  const events = [
    { type: 'message_start', message: start },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...words.map((word) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: word } })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens } },
    { type: 'message_stop', 'amazon-bedrock-invocationMetrics': metrics },
  ];
  return Buffer.concat(events.map(writeChunkFrame));
}

const converseUsage = {
  inputTokens: 12,
  outputTokens: 9,
  totalTokens: 56,
  cacheReadInputTokens: 30,
  cacheWriteInputTokens: 5,
};

function converseStream(): Buffer {
  return Buffer.concat([
    writeEventFrame('messageStart', { role: 'assistant' }),
    ...text.split(/(?<= )/).map((word) => {
      return writeEventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: word } });
    }),
    writeEventFrame('contentBlockStop', { contentBlockIndex: 0 }),
    writeEventFrame('messageStop', { stopReason: 'end_turn' }),
    writeEventFrame('metadata', { usage: converseUsage, metrics: { latencyMs: 900 } }),
  ]);
}

const answers: Readonly<Record<string, () => HostReply>> = {
  invoke: () => ({ body: message }),
  'invoke-with-response-stream': () => ({ type: eventStream, body: stream() }),
  converse: () => ({
    body: {
      output: { message: { role: 'assistant', content: [{ text }] } },
      stopReason: 'end_turn',
      usage: converseUsage,
      metrics: { latencyMs: 900 },
    },
  }),
  'converse-stream': () => ({ type: eventStream, body: converseStream() }),
};

/** Claude is reached through profiles alone. */
function refuseModel(model: string): string | undefined {
  if (/^(us|eu|apac|jp|au|global)\.anthropic\.claude-/.test(model)) return undefined;
  if (!model.startsWith('anthropic.')) return 'The provided model identifier is invalid.';
  return `Invocation of model ID ${model} with on-demand throughput isn’t supported.`;
}

function refuseInvoke(body: string): string | undefined {
  const members = JSON.parse(body) as Record<string, unknown>;
  const extra = refusedMembers.find((name) => name in members);
  if (extra) return `${extra}: Extra inputs are not permitted`;
  if (members.anthropic_version !== 'bedrock-2023-05-31') return 'anthropic_version: Field required';
  if (typeof members.max_tokens !== 'number') return 'max_tokens: Field required';
  if (!Array.isArray(members.messages) || members.messages.length === 0) return 'messages: Field required';
  if (/"source"\s*:\s*\{\s*"type"\s*:\s*"(url|file)"/.test(body)) return 'source: only base64 is supported';
  return undefined;
}

/** Roles alternate, the user begins, every block has one known member, and every call its result. */
function refuseConverse(body: string): string | undefined {
  const { messages, model } = JSON.parse(body) as { messages?: ConverseTurn[]; model?: unknown };
  if (model !== undefined) return 'model: extraneous key is not permitted';
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: Field required';
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant'))
      return 'A conversation must alternate between user and assistant';
    const unknown = content.find((block) => !converseBlocks.some((name) => name in block));
    if (content.length === 0 || unknown) return 'The content of a message must be blocks of a known kind';
    if (content.some((block) => block.text === '')) return 'The text field in the ContentBlock object is blank';
    const called = content.flatMap((block) => block.toolUse?.toolUseId ?? []);
    const answered = messages[at + 1]?.content.flatMap((block) => block.toolResult?.toolUseId ?? []) ?? [];
    if (called.join() !== answered.join()) return 'Expected toolResult blocks for the toolUse blocks before';
  }
  return undefined;
}

interface ConverseTurn {
  readonly role: string;
  readonly content: { text?: string; toolUse?: { toolUseId: string }; toolResult?: { toolUseId: string } }[];
}

const converseBlocks = ['text', 'image', 'document', 'toolUse', 'toolResult', 'reasoningContent', 'cachePoint'];

/** A bearer with the key for the API, or Signature Version 4. */
function refuseProof(call: HeardCall, keys: BedrockKeys): string | undefined {
  if (call.headers.authorization?.startsWith('Bearer '))
    return keys.apiKey !== undefined && call.headers.authorization === `Bearer ${keys.apiKey}`
      ? undefined
      : 'Authentication failed';
  const body = Buffer.from(call.text);
  return sigV4({ ...keys, service: 'bedrock' })({ ...call, body, json: () => parseObject(call.text) });
}
