import { randomBytes } from 'node:crypto';
import { writeEventFrame } from '../aws-frames.ts';
import { answerTo } from '../conversation/answer-to.ts';
import { attachmentOf } from '../conversation/attachment.ts';
import { type Conversation, createConversation } from '../conversation/conversation.ts';
import { piecesOf } from '../conversation/pieces.ts';
import { schemaIn } from '../conversation/schema-in.ts';
import { usageOf } from '../conversation/usage-of.ts';
import type { Host, HostReply } from '../host.ts';
import type { Proof } from '../proof/proof.ts';
import { demand, orRefuse } from '../refusal.ts';
import { jsonReply } from '../reply.ts';
import { expectShape } from '../shape.ts';
import { ConverseBody } from './schema.ts';

const stopReasons = {
  stop: 'end_turn',
  'stop-sequence': 'stop_sequence',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
};

/** Amazon Bedrock's `converse` and `converse-stream`, for models of every maker. */
export function bedrockConverse({ proof }: { readonly proof?: Proof } = {}): Host {
  return {
    name: 'bedrock-converse',
    handle(request) {
      const [, id = '', action] = /^\/model\/([^/]+)\/(converse|converse-stream)$/.exec(request.path) ?? [];
      if (request.method !== 'POST' || action === undefined) return undefined;
      return orRefuse(
        ({ status, message, code }) =>
          jsonReply(status, { message }, { 'x-amzn-errortype': code ?? 'ValidationException' }),
        () => {
          const reason = proof?.(request);
          demand(!reason, reason ?? '', { status: 403, code: 'UnrecognizedClientException' });
          const body = expectShape(ConverseBody, request.json());
          demandTurns(body);
          const conversation = understand(decodeURIComponent(id), action === 'converse-stream', body);
          return { ...(conversation.stream ? stream(conversation) : whole(conversation)), conversation };
        },
      );
    },
  };
}

/** Turns alternate, the user begins, and every call is answered by the very next turn. */
function demandTurns({ messages, toolConfig }: ConverseBody): void {
  for (const [at, { role, content }] of messages.entries()) {
    demand(role === (at % 2 === 0 ? 'user' : 'assistant'), 'A conversation must alternate between user and assistant.');
    const called = content.flatMap(({ toolUse }) => toolUse?.toolUseId ?? []);
    const answered = messages[at + 1]?.content.flatMap(({ toolResult }) => toolResult?.toolUseId ?? []) ?? [];
    demand(called.join() === answered.join(), 'Expected toolResult blocks for the toolUse blocks before.');
    demand(
      called.length === 0 || toolConfig,
      'The toolConfig field must be defined when using toolUse content blocks.',
    );
  }
  demand(messages.length % 2 === 1, 'A conversation must end with a user message.');
}

function understand(model: string, streams: boolean, body: ConverseBody): Conversation {
  const { messages, system = [], inferenceConfig = {}, toolConfig } = body;
  const blocks = messages.flatMap(({ content }) => content);
  const textOf = (content: readonly { readonly text?: string }[]) => content.map((block) => block.text ?? '').join('');
  const names = new Map(blocks.flatMap(({ toolUse }) => (toolUse ? [[toolUse.toolUseId, toolUse.name]] : [])));
  const asked = messages.filter(({ role, content }) => role === 'user' && content.some((block) => block.text));
  const instructions = textOf(system);
  const schema = schemaIn(instructions);
  const { any, tool } = toolConfig?.toolChoice ?? {};
  return createConversation({
    model,
    stream: streams,
    system: instructions,
    text: textOf(asked.at(-1)?.content ?? []),
    transcript: textOf(blocks),
    images: blocks.flatMap(({ image }) => (image ? [attachmentOf(`image/${image.format}`, image.source.bytes)] : [])),
    documents: blocks.flatMap(({ document }) =>
      document ? [attachmentOf(`application/${document.format}`, document.source.bytes)] : [],
    ),
    tools: (toolConfig?.tools ?? []).flatMap(({ toolSpec }) =>
      toolSpec ? [{ name: toolSpec.name, schema: toolSpec.inputSchema.json }] : [],
    ),
    toolChoice: tool ?? (any ? 'required' : 'auto'),
    results: (messages.at(-1)?.content ?? []).flatMap(({ toolResult }) =>
      toolResult
        ? [
            {
              id: toolResult.toolUseId,
              name: names.get(toolResult.toolUseId) ?? '',
              text: toolResult.content.map((part) => part.text ?? JSON.stringify(part.json)).join(''),
            },
          ]
        : [],
    ),
    format: schema && { schema },
    maxTokens: inferenceConfig.maxTokens,
    stop: inferenceConfig.stopSequences ?? [],
    cacheMarks: [...blocks, ...system].flatMap(({ cachePoint }) => (cachePoint ? [cachePoint.ttl ?? '5m'] : [])),
  });
}

/** Tokens of the cache are counted beside the others. */
function writeUsage(conversation: Conversation) {
  const { promptTokens, cachedTokens, cacheWriteTokens, completionTokens } = usageOf(conversation);
  return {
    inputTokens: promptTokens - cachedTokens - cacheWriteTokens,
    outputTokens: completionTokens,
    totalTokens: promptTokens + completionTokens,
    cacheReadInputTokens: cachedTokens,
    cacheWriteInputTokens: cacheWriteTokens,
  };
}

function callsOf(conversation: Conversation) {
  return answerTo(conversation).calls.map(({ name, arguments: input }) => ({
    toolUseId: `tooluse_${randomBytes(12).toString('base64url')}`,
    name,
    input,
  }));
}

function whole(conversation: Conversation): HostReply {
  const answer = answerTo(conversation);
  const calls = callsOf(conversation).map((call) => ({ toolUse: { ...call, input: JSON.parse(call.input) } }));
  return jsonReply(200, {
    output: { message: { role: 'assistant', content: [...(answer.text ? [{ text: answer.text }] : []), ...calls] } },
    stopReason: stopReasons[answer.finish],
    usage: writeUsage(conversation),
    metrics: { latencyMs: 900 },
  });
}

/** Blocks of text have no start, and usage comes behind the stop. */
function stream(conversation: Conversation): HostReply {
  const answer = answerTo(conversation);
  const delta = (contentBlockIndex: number, piece: object) =>
    writeEventFrame('contentBlockDelta', { contentBlockIndex, delta: piece });
  const said = piecesOf(answer.text).map((piece) => delta(0, { text: piece }));
  const called = callsOf(conversation).flatMap(({ input, ...toolUse }, at) => [
    writeEventFrame('contentBlockStart', { contentBlockIndex: at + 1, start: { toolUse } }),
    ...piecesOf(input).map((piece) => delta(at + 1, { toolUse: { input: piece } })),
    writeEventFrame('contentBlockStop', { contentBlockIndex: at + 1 }),
  ]);
  const body = Buffer.concat([
    writeEventFrame('messageStart', { role: 'assistant' }),
    ...(said.length > 0 ? [...said, writeEventFrame('contentBlockStop', { contentBlockIndex: 0 })] : []),
    ...called,
    writeEventFrame('messageStop', { stopReason: stopReasons[answer.finish] }),
    writeEventFrame('metadata', { usage: writeUsage(conversation), metrics: { latencyMs: 900 } }),
  ]);
  return { status: 200, headers: { 'content-type': 'application/vnd.amazon.eventstream' }, body };
}
