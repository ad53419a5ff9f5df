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
  /** The key or the account is at fault. */
  readonly refused: boolean;
  readonly message: string;
  readonly timeMs: number;
  readonly model: string;
  /** What the model said, cut short. */
  readonly reply: string;
}

const embeddingName = /embedding|^m3e|bge-/i;
/** Enough for models that think before they say a word. */
const maxTokens = 64;
const mostReplyLength = 500;

/** Asks a channel for one short answer, beside all routing and billing. `accountFaults`: see ChannelReports. */
export async function testChannel(
  tools: OutboundTools,
  channel: Channel,
  wanted: string | undefined,
  accountFaults: readonly string[],
): Promise<TestResult> {
  const model = wanted || channel.testModel || channel.models[0] || '';
  const startedAt = Date.now();
  const fail = (reason: string, refused = false): TestResult => {
    const message = channel.hideKey(reason);
    const said = message.toLowerCase();
    const names = accountFaults.some((phrase) => said.includes(phrase));
    return { success: false, refused: refused || names, message, timeMs: Date.now() - startedAt, model, reply: '' };
  };
  if (model === '') return fail('The channel has no model to test with.');
  const operation: Operation = embeddingName.test(model) ? 'embeddings' : 'chat';
  const request = sample(operation, model);
  const outbound = new Outbound(request, {}, 0, tools);
  const endpoint = outbound.endpoint(channel);
  if (!endpoint) return fail(`The channel has no address for ${operation}.`);
  try {
    const call = await outbound.prepare(channel, endpoint);
    const { status, text } = await callUpstream({ ...call, method: 'POST', headers: [...call.headers] });
    if (status < 200 || status > 299) {
      const { message, verdict } = endpoint.dialect.readError(status, text);
      return fail(message, verdict === 'credential');
    }
    const payload: unknown = JSON.parse(text);
    const problem = examine(request, endpoint, payload);
    if (problem) return fail(problem.message, problem.refused);
    const reply = endpoint.dialect.readOutput(payload).trim().slice(0, mostReplyLength);
    return { success: true, refused: false, message: '', timeMs: Date.now() - startedAt, model, reply };
  } catch (error) {
    if (error instanceof UpstreamRefusal) return fail(error.message, error.upstream.verdict === 'credential');
    if (error instanceof GatewayError) return fail(error.message);
    return fail(error instanceof SyntaxError ? 'The answer is not JSON.' : describeFailure(error));
  }
}

/** What is wrong with an answer; undefined when it is one. */
function examine(request: RelayRequest, endpoint: Endpoint, payload: unknown) {
  const { dialect } = endpoint;
  const error = dialect.errorIn(payload);
  if (error) return { message: error.message, refused: error.verdict === 'credential' };
  if (endpoint.operation === 'chat' && needsTranslation(request, endpoint)) endpoint.dialect.readResponse(payload);
  return dialect.readUsage(payload) || dialect.readOutput(payload) !== ''
    ? undefined
    : { message: 'The answer has neither text nor usage.', refused: false };
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
