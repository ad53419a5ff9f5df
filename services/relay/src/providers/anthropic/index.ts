import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import type { Credentials, Provider } from '../provider.ts';
import { amendClaude } from './amend.ts';
import { defaultVersion, listModels } from './list-models.ts';

/** Anthropic's own API. A version in `other` holds for every call; else the client's counts, or the default. */
export const anthropic: Provider = {
  type: 14,
  name: 'anthropic',
  label: 'Anthropic Claude',
  baseUrl: 'https://api.anthropic.com',
  models: [
    'claude-fable-5-2',
    'claude-fable-5-1',
    'claude-opus-5-5',
    'claude-sonnet-5-5',
    'claude-haiku-5-5',
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-fable-5',
    'claude-opus-4-8',
    'claude-opus-4-7',
    'claude-opus-4-6',
    'claude-opus-4-5-20251101',
    'claude-sonnet-4-6',
    'claude-sonnet-4-5-20250929',
    'claude-haiku-4-5-20251001',
  ],
  keyHint: 'sk-ant-...',
  otherHint: `anthropic-version for every call; empty: the client's own, else ${defaultVersion}`,
  endpoints: [
    {
      operation: 'chat',
      dialect: anthropicMessages,
      path: '/v1/messages',
      headers: ['anthropic-version', defaultVersion],
      amend: amendClaude,
    },
  ],
  sign,
  listModels,
};

function sign({ key, other }: Credentials): string[] {
  const version = other.trim();
  return ['x-api-key', key, ...(version === '' ? [] : ['anthropic-version', version])];
}
