import { bearer, type Host, openaiChat, startHost } from '@switchyard/testing/hosts';
import { providers } from '../providers/index.ts';
import type { Provider } from '../providers/provider.ts';
import { key, type Setup, type SpecialSetup } from './setup.ts';
import { specialSetups } from './special-setups.ts';

/** Every provider that serves chats; without a setup of its own as one of OpenAI's imitators. */
export function setups(): Setup[] {
  return providers
    .filter(({ endpoints }) => endpoints.some(({ operation }) => operation === 'chat'))
    .flatMap((provider) => [specialSetups[provider.name] ?? {}].flat().map((special) => setupOf(provider, special)));
}

function setupOf(provider: Provider, { variant, hosts = [imitator()], ...special }: SpecialSetup): Setup {
  return {
    provider,
    label: variant === undefined ? provider.label : `${provider.label}, ${variant}`,
    open: async () => {
      const { url, close, requests } = await startHost(...hosts);
      return { url, close, replies: () => requests().map(({ reply }) => reply) };
    },
    key,
    models: { text: provider.models[0] ?? 'tide-1' },
    ...special,
  };
}

function imitator(): Host {
  return openaiChat({
    path: /\/chat\/completions$/,
    proof: bearer(key),
    ignoresUnknown: true,
    reasoningField: 'reasoning_content',
  });
}
