import { bearer, type Host, openaiChat, startHost } from '@switchyard/testing/hosts';
import { providers } from '../providers/index.ts';
import { key, type Setup } from './setup.ts';
import { specialSetups } from './special-setups.ts';

/** Every provider that serves chats; without a setup of its own as one of OpenAI's imitators. */
export function setups(): Setup[] {
  return providers
    .filter(({ endpoints }) => endpoints.some(({ operation }) => operation === 'chat'))
    .map((provider) => {
      const { hosts = [imitator()], ...special } = specialSetups[provider.name] ?? {};
      return {
        provider,
        open: () => startHost(...hosts),
        key,
        models: { text: provider.models[0] ?? 'tide-1' },
        ...special,
      };
    });
}

function imitator(): Host {
  return openaiChat({
    path: /\/chat\/completions$/,
    proof: bearer(key),
    ignoresUnknown: true,
    reasoningField: 'reasoning_content',
  });
}
