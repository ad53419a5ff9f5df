import type { UpstreamDialect } from '../dialects/dialect.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { openaiFormatOf } from '../dialects/openai-operations/index.ts';
import { bearer } from './bearer.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import type { Patch } from './patch.ts';
import type { Endpoint, Provider } from './provider.ts';

export interface CompatibleHost
  extends Pick<Provider, 'type' | 'name' | 'label' | 'baseUrl' | 'models'>,
    Partial<Pick<Provider, 'keyHint' | 'otherHint' | 'notice' | 'sign' | 'authorize' | 'url' | 'readBalance'>> {
  /** Spoken in OpenAI's shapes under OpenAI's paths. Default: chat only. */
  readonly operations?: readonly Endpoint['operation'][];
  /** Changes to chat bodies. */
  readonly patch?: readonly Patch[];
  /** Chats in a dialect that differs a little. */
  readonly dialect?: UpstreamDialect;
  readonly streamOptions?: boolean;
  /** false: the host has no list of models. */
  readonly listModels?: Provider['listModels'] | false;
  /** What is spoken here beside that. */
  readonly also?: readonly Endpoint[];
}

/** A host that speaks OpenAI's API: an address, a list of models and its few differences. */
export function openaiCompatible(host: CompatibleHost): Provider {
  const { operations = ['chat'], patch, dialect = openaiChat, streamOptions, also = [], listModels, ...rest } = host;
  const spoken = operations.map(
    (operation): Endpoint =>
      operation === 'chat'
        ? {
            operation,
            dialect,
            path: '/v1/chat/completions',
            ...(patch && { patch }),
            ...(streamOptions === false && { streamOptions }),
          }
        : { operation, dialect: openaiFormatOf(operation), path: `/v1/${operation}` },
  );
  return {
    keyHint: 'sk-...',
    otherHint: '',
    sign: bearer,
    ...rest,
    endpoints: [...spoken, ...also],
    ...(listModels !== false && { listModels: listModels ?? listOpenaiModels() }),
  };
}
