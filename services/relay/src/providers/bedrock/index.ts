import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { awsEventStream } from '../../egress/framing/aws-event-stream.ts';
import { amendClaude } from '../anthropic/amend.ts';
import type { Credentials, Endpoint, Provider, Target, UpstreamCall } from '../provider.ts';
import { pathOf } from '../url.ts';
import { hostOf, keyHint, readAccess } from './access.ts';
import { carryBetas } from './carry-betas.ts';
import { converse } from './converse/index.ts';
import { invokePatches } from './invoke-patches.ts';
import { invokeStream } from './invoke-stream.ts';
import { listModels } from './list-models.ts';
import { isClaude, modelId } from './model-id.ts';
import { signV4 } from './sign-v4.ts';
import { verdicts } from './verdicts.ts';

const dialect = withVerdicts({ ...anthropicMessages, inlinesFiles: true }, verdicts);

/**
 * Amazon Bedrock: Claude with Anthropic's bodies at AWS's addresses, signed, and streamed in AWS's frames; other makers'
 * models by Converse.
 */
export const bedrock: Provider = {
  type: 33,
  name: 'bedrock',
  conventionalName: 'aws.bedrock',
  label: 'AWS Claude',
  baseUrl: '',
  models: [
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
  keyHint,
  otherHint: 'Profile before model ids: us, eu, apac, jp, au, global or none; or JSON with ids by model name',
  endpoints: [
    {
      operation: 'chat',
      dialect,
      framing: invokeStream,
      serves: isClaude,
      path: ({ model, stream, credentials }) =>
        `/model/${encodeURIComponent(modelId(model, credentials))}/invoke${stream ? '-with-response-stream' : ''}`,
      patch: invokePatches,
      amend: amendClaude,
    },
    {
      operation: 'chat',
      dialect: withVerdicts(converse, verdicts),
      framing: awsEventStream,
      serves: (model) => !isClaude(model),
      path: ({ model, stream, credentials }) =>
        `/model/${encodeURIComponent(modelId(model, credentials))}/converse${stream ? '-stream' : ''}`,
    },
  ],
  sign,
  authorize,
  url,
  listModels,
};

function sign({ key }: Credentials): string[] {
  const parts = key.split('|');
  return parts.length === 2 ? ['authorization', `Bearer ${parts[0]?.trim()}`] : [];
}

function authorize(call: UpstreamCall, { key }: Credentials): UpstreamCall {
  const access = readAccess(key);
  const carried = carryBetas(call);
  return access.kind === 'bearer' ? carried : { ...carried, headers: signV4(carried, access) };
}

/** `base`: an endpoint of a private network, in place of the region's. */
function url(base: string, endpoint: Endpoint, target: Target): URL {
  const host = base || hostOf('bedrock-runtime', readAccess(target.credentials.key).region);
  return new URL(host.replace(/\/+$/, '') + pathOf(endpoint, target));
}
