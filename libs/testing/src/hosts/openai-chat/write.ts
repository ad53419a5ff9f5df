import { randomBytes } from 'node:crypto';
import { type Answer, answerTo } from '../conversation/answer-to.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { usageOf } from '../conversation/usage-of.ts';

const finishReasons: Readonly<Record<Answer['finish'], string>> = {
  stop: 'stop',
  'stop-sequence': 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
};

export interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The answer as a choice carries it, without the reasoning where the host does not show it. */
export function writeAnswer(conversation: Conversation) {
  const { reasoning, text, calls, finish } = answerTo(conversation);
  return {
    reasoning: conversation.reasoning?.shown ? reasoning : '',
    text,
    calls: calls.map(
      (call): WireCall => ({ id: `call_${randomBytes(12).toString('hex')}`, type: 'function', function: { ...call } }),
    ),
    finish: finishReasons[finish],
  };
}

export function writeUsage(conversation: Conversation) {
  const { promptTokens, cachedTokens, completionTokens, reasoningTokens } = usageOf(conversation);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

export function envelopeOf({ model }: Conversation, object: string) {
  return {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model,
    service_tier: 'default',
  };
}
