import { randomBytes } from 'node:crypto';
import { type Answer, answerTo } from '../conversation/answer-to.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { usageOf } from '../conversation/usage-of.ts';
import { claudeModel } from './claude-model.ts';
import { prefixOf, thinkingSeal } from './seal.ts';
import { type Block, mergeTurns, type Turn } from './turns.ts';
import type { MessagesBody } from './verify.ts';

const stopReasons: Readonly<Record<Answer['finish'], string>> = {
  stop: 'end_turn',
  'stop-sequence': 'stop_sequence',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
};

/** Blocks of an answer; the input of a tool is still the text that the model wrote. */
export type AnswerBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: string };

export interface WrittenMessage {
  readonly head: { readonly id: string; readonly type: 'message'; readonly role: 'assistant'; readonly model: string };
  readonly blocks: readonly AnswerBlock[];
  readonly stop_reason: string;
  readonly stop_sequence: string | null;
  readonly usage: ReturnType<typeof writeUsage>;
}

/** The answer to a body that was read as this conversation. */
export function writeMessage(body: MessagesBody, conversation: Conversation): WrittenMessage {
  const { reasoning, text, calls, finish, stopSequence = null } = answerTo(conversation);
  const blocks: AnswerBlock[] = [];
  if (conversation.reasoning) {
    const thinking = conversation.reasoning.shown ? reasoning : '';
    blocks.push({ type: 'thinking', thinking, signature: sign(body, thinking) });
  }
  if (calls.length === 0) blocks.push({ type: 'text', text });
  for (const { name, arguments: input } of calls)
    blocks.push({ type: 'tool_use', id: `toolu_${randomBytes(12).toString('hex')}`, name, input });
  return {
    head: {
      id: `msg_${randomBytes(12).toString('hex')}`,
      type: 'message',
      role: 'assistant',
      model: conversation.model,
    },
    blocks,
    stop_reason: stopReasons[finish],
    stop_sequence: stopSequence,
    usage: writeUsage(conversation),
  };
}

/** The message as JSON tells it whole. */
export function wholeMessage({ head, blocks, ...rest }: WrittenMessage) {
  const content = blocks.map(
    (block): Block => (block.type === 'tool_use' ? { ...block, input: JSON.parse(block.input) } : block),
  );
  return { ...head, content, ...rest };
}

function sign(body: MessagesBody, thinking: string): string {
  const seal = thinkingSeal(thinking);
  if (!claudeModel(String(body.model)).boundThinking) return seal;
  const turns = mergeTurns(body.messages as { role: Turn['role']; content: unknown }[]);
  return `${seal}.${prefixOf(body, turns)}`;
}

function writeUsage(conversation: Conversation) {
  const { promptTokens, cachedTokens, cacheWriteTokens, completionTokens, reasoningTokens } = usageOf(conversation);
  const hour = conversation.cacheMarks.includes('1h');
  return {
    input_tokens: promptTokens - cachedTokens - cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    cache_creation: {
      ephemeral_5m_input_tokens: hour ? 0 : cacheWriteTokens,
      ephemeral_1h_input_tokens: hour ? cacheWriteTokens : 0,
    },
    output_tokens: completionTokens,
    output_tokens_details: { thinking_tokens: reasoningTokens },
    service_tier: 'standard',
  };
}
