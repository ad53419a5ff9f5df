import { openaiChat } from '../dialects/openai-chat/index.ts';
import type { Operation } from '../ingress/operation.ts';
import type { Patch } from './patch.ts';
import type { Credentials, Endpoint, Provider } from './provider.ts';

const paths: Record<Operation, string> = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
};

export interface CompatibleHost {
  readonly type: number;
  readonly name: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
  /** Default: chat only. */
  readonly operations?: readonly Operation[];
  /** Changes to chat bodies. */
  readonly patch?: readonly Patch[];
  readonly keyHint?: string;
  readonly modelsPath?: string;
  readonly dialect?: Endpoint['dialect'];
  readonly streamOptions?: boolean;
  readonly sign?: Provider['sign'];
  readonly url?: Provider['url'];
}

/** A host that speaks OpenAI's API: an address, a list of models and its few differences. */
export function openaiCompatible(host: CompatibleHost): Provider {
  return {
    type: host.type,
    name: host.name,
    label: host.label,
    baseUrl: host.baseUrl,
    models: host.models,
    keyHint: host.keyHint ?? 'sk-...',
    otherHint: '',
    modelsPath: host.modelsPath ?? '/v1/models',
    endpoints: (host.operations ?? ['chat']).map((operation) => ({
      operation,
      dialect: host.dialect ?? openaiChat,
      path: paths[operation],
      ...(operation === 'chat' && host.patch ? { patch: host.patch } : {}),
      ...(host.streamOptions === false ? { streamOptions: false } : {}),
    })),
    sign: host.sign ?? bearer,
    ...(host.url ? { url: host.url } : {}),
  };
}

/** RFC 6750; an empty key or `none` sends no header, for hosts that want none. */
export function bearer(credentials: Credentials): string[] {
  return credentials.key === '' || credentials.key === 'none' ? [] : ['authorization', `Bearer ${credentials.key}`];
}
