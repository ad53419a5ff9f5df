import { answerMessages, type ClaudeAnswer } from '../anthropic-messages/answer.ts';
import { writeChunkFrame } from '../aws-frames.ts';
import { usageOf } from '../conversation/usage-of.ts';
import type { Host, HostReply, HostRequest } from '../host.ts';
import type { Proof } from '../proof/proof.ts';
import { demand, orRefuse, type Refusal } from '../refusal.ts';
import { jsonReply } from '../reply.ts';

export interface BedrockInvokeOptions {
  /** Whose requests are answered; everyone's unless said. */
  readonly proof?: Proof;
  /** Ids of models that exist; all of Claude's unless said. */
  readonly models?: readonly string[];
}

const refuses = [
  'model',
  'stream',
  'service_tier',
  'inference_geo',
  'container',
  'mcp_servers',
  'cache_control',
  'speed',
  'fallbacks',
];
/** Models that cannot be held to a schema there. */
const unstructured = /claude-(opus-(4-7|4-8|5|5-5)|fable-5|sonnet-5)$/;
const profile = /^(us|us-gov|eu|apac|jp|au|global)\.anthropic\.claude-/;

/** Amazon Bedrock's `invoke` and `invoke-with-response-stream` for Claude. */
export function bedrockInvoke(options: BedrockInvokeOptions = {}): Host {
  return {
    name: 'bedrock-invoke',
    handle(request) {
      const [, id = '', action] = /^\/model\/([^/]+)\/(invoke|invoke-with-response-stream)$/.exec(request.path) ?? [];
      if (request.method !== 'POST' || action === undefined) return undefined;
      return orRefuse(awsError, () => {
        const reason = options.proof?.(request);
        demand(!reason, reason ?? '', { status: 403, code: 'UnrecognizedClientException' });
        const model = decodeURIComponent(id);
        demandModel(model, options.models);
        const answer = answerMessages(
          { ...readBody(request), model },
          {
            refuses: ['anthropic_version', 'anthropic_beta'],
            urlSources: false,
            structured: (name) => !unstructured.test(name),
          },
        );
        return action === 'invoke' ? whole(answer) : stream(answer);
      });
    },
  };
}

/** The body without what Bedrock alone has in it. */
function readBody(request: HostRequest): Record<string, unknown> {
  const sent = request.json();
  demand(sent, 'The request body is not valid JSON.');
  const extra = refuses.find((name) => name in sent);
  demand(extra === undefined, `${extra}: Extra inputs are not permitted`);
  const { anthropic_version, anthropic_beta = [], ...body } = sent;
  demand(anthropic_version === 'bedrock-2023-05-31', 'anthropic_version: Field required');
  demand(Array.isArray(anthropic_beta), 'anthropic_beta: Input should be a valid list');
  return body;
}

function demandModel(model: string, models: readonly string[] | undefined): void {
  demand(
    /(^|\.)anthropic\.claude-/.test(model) && (models?.includes(model) ?? true),
    'The provided model identifier is invalid.',
  );
  demand(profile.test(model), `Invocation of model ID ${model} with on-demand throughput isn’t supported.`);
}

function whole({ conversation, message }: ClaudeAnswer): HostReply {
  const { promptTokens, cachedTokens, completionTokens } = usageOf(conversation);
  const headers = {
    'x-amzn-bedrock-input-token-count': String(promptTokens - cachedTokens),
    'x-amzn-bedrock-output-token-count': String(completionTokens),
    'x-amzn-bedrock-cache-read-input-token-count': String(cachedTokens),
  };
  return { ...jsonReply(200, named(message), headers), conversation };
}

function stream({ conversation, events }: ClaudeAnswer): HostReply {
  const { promptTokens, cachedTokens, cacheWriteTokens, completionTokens } = usageOf(conversation);
  const metrics = {
    inputTokenCount: promptTokens - cachedTokens - cacheWriteTokens,
    outputTokenCount: completionTokens,
    cacheReadInputTokenCount: cachedTokens,
    cacheWriteInputTokenCount: cacheWriteTokens,
    invocationLatency: 900,
    firstByteLatency: 300,
  };
  const frames = events.map((event) => {
    if (event.type === 'message_stop')
      return writeChunkFrame({ ...event, 'amazon-bedrock-invocationMetrics': metrics });
    if (event.type !== 'message_start') return writeChunkFrame(event);
    return writeChunkFrame({ ...event, message: named(event.message as ClaudeAnswer['message']) });
  });
  const headers = { 'content-type': 'application/vnd.amazon.eventstream' };
  return { status: 200, headers, body: Buffer.concat(frames), conversation };
}

/** Answers bear the model's own name, not the id that was called. */
function named<T extends { readonly model: string }>(message: T): T {
  return { ...message, model: message.model.replace(/^.*anthropic\./, '').replace(/-v\d+(:\d+)?$/, '') };
}

function awsError({ status, message, code }: Refusal): HostReply {
  const type = code ?? (status === 404 ? 'ResourceNotFoundException' : 'ValidationException');
  return jsonReply(status, { message }, { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/` });
}
