import type { Host } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { bearer } from './proof/proof.ts';
import { demand } from './refusal.ts';
import { elements, isObject } from './shape.ts';

/** 360's Zhinao: contents are texts, and reasons in streams are '' where others write null. */
export function ai360(key: string): Host {
  const chat = openaiChat({
    name: 'ai360',
    proof: bearer(key),
    roles: ['system', 'user', 'assistant', 'tool'],
    refuses: ['n', 'logit_bias', 'store', 'metadata', 'max_completion_tokens', 'service_tier'],
    rules: [refuseParts, refuseTemperature],
    usageIn: 'finish-chunk',
    extra: () => ({ context: null, first_token_time: 1 }),
  });
  return {
    name: 'ai360',
    async handle(request) {
      const reply = await chat.handle(request);
      if (!reply?.headers['content-type']?.startsWith('text/event-stream')) return reply;
      return { ...reply, body: String(reply.body).replaceAll('"finish_reason":null', '"finish_reason":""') };
    },
  };
}

function refuseParts({ messages }: ChatBody): void {
  for (const message of elements(messages).filter(isObject)) {
    demand(!Array.isArray(message.content), 'content must be a string');
  }
}

function refuseTemperature({ temperature = 0 }: ChatBody): void {
  demand(Number(temperature) <= 1, 'temperature must be at most 1');
}
