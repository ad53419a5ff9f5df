import type { Host } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { bearer } from './proof/proof.ts';
import { demand } from './refusal.ts';
import { elements, isObject } from './shape.ts';

/** Groq, whose paths stand below `/openai`. */
export function groqHost({ key }: { key: string }): Host {
  return openaiChat({
    name: 'groq',
    path: '/openai/v1/chat/completions',
    proof: bearer(key),
    ignoresUnknown: true,
    accepts: ['reasoning_format', 'include_reasoning'],
    refuses: ['logprobs', 'top_logprobs', 'logit_bias', 'n'],
    roles: ['system', 'user', 'assistant', 'tool'],
    reasoningField: 'reasoning',
    rules: [refuseNames, refuseRawReasoning],
  });
}

function refuseNames({ messages }: ChatBody): void {
  const named = elements(messages).some((message) => isObject(message) && message.name !== undefined);
  demand(!named, "'messages.name' : property is unsupported");
}

function refuseRawReasoning({ reasoning_format, tools }: ChatBody): void {
  demand(reasoning_format !== 'raw' || tools === undefined, 'raw reasoning_format is not supported with tools');
}
