import type { Host } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import { bearer } from './proof/proof.ts';
import { demand } from './refusal.ts';

/** Workers AI of one account, its OpenAI-shaped chats. */
export function cloudflareHost({ key, account }: { key: string; account: string }): Host {
  return openaiChat({
    name: 'cloudflare',
    path: new RegExp(`^/client/v4/accounts/${account}/ai/v1/chat/completions$`),
    proof: bearer(key),
    ignoresUnknown: true,
    refuses: ['logit_bias', 'n', 'user', 'store', 'metadata', 'service_tier', 'max_completion_tokens'],
    roles: ['system', 'user', 'assistant', 'tool'],
    reasoningField: 'reasoning_content',
    // Not refused by the real one, but answered with 256 tokens.
    rules: [({ max_tokens }) => demand(max_tokens !== undefined, 'The limit of the answer is missing.')],
  });
}
