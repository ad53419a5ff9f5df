import type { Conversation } from '../conversation/conversation.ts';
import type { OpenaiChatOptions } from './options.ts';
import { envelopeOf, writeAnswer, writeUsage } from './write.ts';

/** A `chat.completion`. */
export function writeWhole(conversation: Conversation, { reasoningField }: OpenaiChatOptions) {
  const { reasoning, text, calls, finish } = writeAnswer(conversation);
  const message = {
    role: 'assistant',
    content: calls.length > 0 ? null : text,
    refusal: null,
    annotations: [],
    ...(reasoningField && reasoning !== '' && { [reasoningField]: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    ...envelopeOf(conversation, 'chat.completion'),
    choices: Array.from({ length: conversation.choices }, (_, index) => ({
      index,
      message,
      logprobs: null,
      finish_reason: finish,
    })),
    usage: writeUsage(conversation),
  };
}
