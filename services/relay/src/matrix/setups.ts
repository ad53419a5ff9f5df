import { anyProof, bearer, type Host, openaiChat } from '@switchyard/testing/hosts';
import { providers } from '../providers/index.ts';
import type { Provider } from '../providers/provider.ts';
import type { Feature } from './features.ts';

/** A provider with the fake host that verifies what its real one verifies. */
export interface Setup {
  readonly provider: Provider;
  readonly hosts: readonly Host[];
  readonly key: string;
  readonly other?: string;
  /** Behind the host's own address. */
  readonly basePath?: string;
  /** The upstream's name of the model that is asked. */
  readonly model: string;
  /** Features that the upstream does not have, and why. */
  readonly cannot?: Partial<Record<Feature, string>>;
}

const key = 'sk-matrix';

/** What is special about a host; all others speak OpenAI's chat completions as most imitators do. */
const special: Readonly<Record<string, Omit<Partial<Setup>, 'provider'>>> = {};

const imitator = () =>
  openaiChat({
    path: /\/chat\/completions$/,
    proof: anyProof(bearer(key)),
    ignoresUnknown: true,
    reasoningField: 'reasoning_content',
  });

/** Every provider that serves chats. */
export function setups(): Setup[] {
  return providers
    .filter(({ endpoints }) => endpoints.some(({ operation }) => operation === 'chat'))
    .map((provider) => ({
      provider,
      hosts: [imitator()],
      key,
      model: provider.models[0] ?? 'tide-1',
      ...special[provider.name],
    }));
}
