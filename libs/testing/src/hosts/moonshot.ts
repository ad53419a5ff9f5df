import type { Host } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { bearer } from './proof/proof.ts';
import { demand } from './refusal.ts';
import { elements, isObject } from './shape.ts';

/** Moonshot: newer models fix their sampling, and turns without anything in them are refused. */
export function moonshotHost({ key }: { key: string }): Host {
  return openaiChat({
    name: 'moonshot',
    proof: bearer(key),
    ignoresUnknown: true,
    accepts: ['thinking'],
    roles: ['system', 'user', 'assistant', 'tool'],
    reasoningField: 'reasoning_content',
    usageIn: 'finish-chunk',
    rules: [refuseSampling, refuseEmptyTurns, refuseRequiredCalls],
  });
}

function refuseSampling({ model, temperature, top_p }: ChatBody): void {
  const fixed = /^kimi-k(2\.[5-9]|3)/.test(String(model));
  demand(!fixed || (temperature === undefined && top_p === undefined), 'invalid temperature: only 1 is allowed');
}

function refuseEmptyTurns({ messages }: ChatBody): void {
  for (const { role, content, tool_calls } of elements(messages).filter(isObject)) {
    const empty = role === 'assistant' && !content && elements(tool_calls).length === 0;
    demand(!empty, 'message must not be empty');
  }
}

function refuseRequiredCalls({ model, tool_choice }: ChatBody): void {
  demand(
    tool_choice !== 'required' || !/^kimi-k2\.[67]/.test(String(model)),
    "tool_choice 'required' is not supported",
  );
}
