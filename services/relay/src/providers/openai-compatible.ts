import type { OperationFormat, UpstreamDialect } from '../dialects/dialect.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { floatEmbeddings } from '../dialects/openai-operations/float-embeddings.ts';
import { openaiFormatOf } from '../dialects/openai-operations/index.ts';
import { rerank } from '../dialects/openai-operations/rerank.ts';
import { type VerdictRule, withVerdicts } from '../dialects/verdicts.ts';
import type { Amend } from './amendment.ts';
import { bearer } from './bearer.ts';
import { chatVariant } from './chat-variant.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import type { Patch } from './patch.ts';
import { developerToSystem } from './patch-messages.ts';
import type { Endpoint, OperationEndpoint, Provider } from './provider.ts';

type OtherOperation = OperationEndpoint['operation'];

export interface CompatibleHost
  extends Pick<Provider, 'type' | 'name' | 'label' | 'baseUrl' | 'models'>,
    Partial<
      Pick<
        Provider,
        | 'conventionalName'
        | 'keyHint'
        | 'otherHint'
        | 'notice'
        | 'sign'
        | 'authorize'
        | 'url'
        | 'keepsVerdicts'
        | 'readBalance'
      >
    > {
  /** Spoken in OpenAI's shapes under OpenAI's paths. Default: chat only. */
  readonly operations?: readonly Endpoint['operation'][];
  /** What stands in the paths for /v1. */
  readonly prefix?: string;
  /** Changes to chat bodies. */
  readonly patch?: readonly Patch[];
  /** What else to ask for when a chat was refused. */
  readonly amend?: Amend;
  /** The host's table of errors, where it differs from OpenAI's. */
  readonly verdicts?: readonly VerdictRule[];
  /** Reasoning stands there and not in `reasoning_content`, where clients look: answers are translated. */
  readonly reasoningIn?: 'reasoning';
  /** Chats in a dialect that differs a little; judges errors itself. */
  readonly dialect?: UpstreamDialect;
  /** Operations that are spoken otherwise than imitators do. */
  readonly formats?: Partial<Record<OtherOperation, OperationFormat>>;
  /** Chats know the role `developer`. */
  readonly knowsDeveloper?: boolean;
  readonly streamOptions?: boolean;
  /** false: the host has no list of models. */
  readonly listModels?: Provider['listModels'] | false;
  /** What is spoken here beside that. */
  readonly also?: readonly Endpoint[];
}

/** A host that speaks OpenAI's API: an address, a list of models and its few differences. */
export function openaiCompatible(host: CompatibleHost): Provider {
  const { operations = ['chat'], prefix = '/v1', patch = [], verdicts = [], dialect, formats = {}, ...rest } = host;
  const { amend, reasoningIn, knowsDeveloper = false, streamOptions = true, listModels, also = [], ...provider } = rest;
  const chat: Endpoint = {
    operation: 'chat',
    dialect: dialect ?? chatOf(verdicts, reasoningIn),
    path: `${prefix}/chat/completions`,
    patch: knowsDeveloper ? patch : [developerToSystem, ...patch],
    streamOptions,
    ...(amend && { amend }),
  };
  const spoken = operations.map(
    (operation): Endpoint =>
      operation === 'chat'
        ? chat
        : {
            operation,
            dialect: withVerdicts(formats[operation] ?? formatOf(operation), verdicts),
            path: pathOf(prefix, operation),
          },
  );
  return {
    keyHint: 'sk-...',
    otherHint: '',
    sign: bearer,
    ...provider,
    endpoints: [...spoken, ...also],
    ...(listModels !== false && { listModels: listModels ?? listOpenaiModels(`${prefix}/models`) }),
  };
}

function chatOf(verdicts: readonly VerdictRule[], reasoningIn: CompatibleHost['reasoningIn']): UpstreamDialect {
  if (reasoningIn) return chatVariant({ name: `openai-chat, ${reasoningIn}`, verdicts });
  return verdicts.length === 0 ? openaiChat : chatVariant({ verdicts });
}

function pathOf(prefix: string, operation: OtherOperation): Endpoint['path'] {
  // A session has no body to name its model in.
  if (operation === 'realtime') return ({ model }) => `${prefix}/realtime?model=${encodeURIComponent(model)}`;
  return `${prefix}/${operation}`;
}

/** As imitators speak: their embeddings are numbers whatever was asked for, and reranks are Jina's. */
function formatOf(operation: OtherOperation): OperationFormat {
  if (operation === 'embeddings') return floatEmbeddings;
  return operation === 'rerank' ? rerank : openaiFormatOf(operation);
}
