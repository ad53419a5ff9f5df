import { openaiChat } from '../dialects/openai-chat/index.ts';
import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { callUpstream, describeFailure } from '../egress/call-upstream.ts';
import { needsTranslation, Outbound, type OutboundTools } from '../egress/outbound.ts';
import { GatewayError } from '../errors.ts';
import { JsonBody } from '../ingress/json-body.ts';
import type { Operation } from '../ingress/operation.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import type { Endpoint } from '../providers/provider.ts';
import type { Channel } from '../routing/channel.ts';

export interface TestResult {
  readonly success: boolean;
  readonly message: string;
  readonly timeMs: number;
  readonly model: string;
}

const embeddingName = /embedding|^m3e|bge-/i;
/** Enough for models that think before they say a word. */
const maxTokens = 64;

/** Asks a channel for one short answer, beside all routing and billing. */
export async function testChannel(
  tools: OutboundTools,
  channel: Channel,
  wanted: string | undefined,
): Promise<TestResult> {
  const model = wanted || channel.testModel || channel.models[0] || '';
  if (model === '') return { success: false, message: 'The channel has no model to test with.', timeMs: 0, model };
  const operation: Operation = embeddingName.test(model) ? 'embeddings' : 'chat';
  const request = sample(operation, model);
  const outbound = new Outbound(request, {}, 0, tools);
  const endpoint = outbound.endpoint(channel);
  if (!endpoint) return { success: false, message: `The channel has no address for ${operation}.`, timeMs: 0, model };
  const startedAt = Date.now();
  const result = (success: boolean, message: string) => ({ success, message, timeMs: Date.now() - startedAt, model });
  try {
    const call = await outbound.prepare(channel, endpoint);
    const { status, text } = await callUpstream({ ...call, method: 'POST', headers: [...call.headers] });
    if (status < 200 || status > 299) return result(false, endpoint.dialect.readError(status, text).message);
    const problem = examine(request, endpoint, JSON.parse(text));
    return result(problem === undefined, problem ?? '');
  } catch (error) {
    if (error instanceof GatewayError || error instanceof UpstreamRefusal) return result(false, error.message);
    return result(false, error instanceof SyntaxError ? 'The answer is not JSON.' : describeFailure(error));
  }
}

/** What is wrong with an answer; undefined when it is one. */
function examine(request: RelayRequest, endpoint: Endpoint, payload: unknown): string | undefined {
  const { dialect } = endpoint;
  const error = dialect.errorIn(payload);
  if (error) return error.message;
  if (endpoint.operation === 'chat' && needsTranslation(request, endpoint)) endpoint.dialect.readResponse(payload);
  return dialect.readUsage(payload) || dialect.readOutput(payload) !== ''
    ? undefined
    : 'The answer has neither text nor usage.';
}

function sample(operation: Operation, model: string): RelayRequest {
  const limit = /^(o\d|gpt-[5-9])/.test(model) ? 'max_completion_tokens' : 'max_tokens';
  const body =
    operation === 'embeddings'
      ? { model, input: 'hello world' }
      : { model, messages: [{ role: 'user', content: 'hi' }], [limit]: maxTokens };
  return {
    operation,
    dialect: openaiChat,
    body: JsonBody.of(body),
    model,
    stream: false,
    wantsUsage: false,
    maxTokens,
    choices: 1,
  };
}
