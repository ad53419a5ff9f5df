import { randomBytes } from 'node:crypto';
import { answer, promptTokens } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import type { Reply } from './reply.ts';
import type { ChatRequest, Message } from './requests.ts';
import { type Chunk, streamReply } from './stream-reply.ts';
import { type ToolCall, toolCallFor } from './tool-call.ts';
import { wholeReply } from './whole-reply.ts';

/** POST /v1/chat/completions: text, or a call of the tool that the request insists on or offers. */
export function chat(request: ChatRequest, behaviour: Behaviour): Reply {
  const prompt = request.messages.map(textOf).join('\n');
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const call = toolCallFor(request);
  const full = answer(textOf(request.messages.at(-1)), behaviour.tokens);
  const words = call ? [] : full.slice(0, limit);
  const finish = call ? 'tool_calls' : words.length < full.length ? 'length' : 'stop';
  const choices = Array.from({ length: request.n ?? 1 }, (_, index) => index);
  const envelope = {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    service_tier: 'default',
    system_fingerprint: null,
  };
  if (request.stream && !behaviour.json) {
    const chunks = choices.flatMap((index) => chunksOf(index, words, call, finish));
    const includeUsage = request.stream_options?.include_usage === true;
    const streamed = { ...envelope, object: 'chat.completion.chunk' };
    return streamReply({ envelope: streamed, chunks, promptTokens: promptTokens(prompt), includeUsage }, behaviour);
  }
  const message = {
    role: 'assistant',
    content: call ? null : words.join(''),
    refusal: null,
    annotations: [],
    ...(call && { tool_calls: [call.wire] }),
  };
  return wholeReply(
    {
      envelope,
      choices: choices.map((index) => ({ index, message, logprobs: null, finish_reason: finish })),
      promptTokens: promptTokens(prompt),
      completionTokens: choices.length * (words.length + (call?.tokens ?? 0)),
    },
    behaviour,
  );
}

function chunksOf(index: number, words: string[], call: ToolCall | undefined, finish: string): Chunk[] {
  const chunk = (delta: unknown, tokens: number, finish_reason: string | null = null): Chunk => ({
    choices: [{ index, delta, logprobs: null, finish_reason }],
    tokens,
    finish: finish_reason !== null,
  });
  if (call) {
    const { id, type, function: called } = call.wire;
    const opening = { index: 0, id, type, function: { name: called.name, arguments: '' } };
    return [
      chunk({ role: 'assistant', content: null, tool_calls: [opening], refusal: null }, 0),
      ...call.pieces.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }, 1)),
      chunk({}, 0, finish),
    ];
  }
  return [
    chunk({ role: 'assistant', content: '', refusal: null }, 0),
    ...words.map((word) => chunk({ content: word }, 1)),
    chunk({}, 0, finish),
  ];
}

/** All text of a message. */
export function textOf(message: Message | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n');
}
