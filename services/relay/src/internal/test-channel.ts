import type { UpstreamError } from '../dialects/canonical.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { PartCollector } from '../dialects/part-collector.ts';
import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { describeFailure } from '../egress/call-upstream.ts';
import { findAmendment } from '../egress/find-amendment.ts';
import { sse } from '../egress/framing/sse.ts';
import { needsTranslation, Outbound, type OutboundTools } from '../egress/outbound.ts';
import { GatewayError } from '../errors.ts';
import { JsonBody } from '../ingress/json-body.ts';
import type { Operation } from '../ingress/operation.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import type { ChatEndpoint, Endpoint } from '../providers/provider.ts';
import { taskProviderOf } from '../providers/task-providers.ts';
import type { Channel } from '../routing/channel.ts';
import { askWhole, type WholeAnswer } from './whole-answer.ts';

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
/** No client waits who could leave. */
const nobody = { closed: false, onClose() {} };

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
  const outbound = new Outbound(request, {}, 0, tools, nobody);
  const succeed = (text: string): TestResult => {
    const reply = text.trim().slice(0, mostReplyLength);
    return { success: true, refused: false, message: '', timeMs: Date.now() - startedAt, model, reply };
  };
  const endpoint = outbound.endpoint(channel);
  const tasks = taskProviderOf(channel.provider.type);
  if (!endpoint && !tasks) return fail(`The channel has no address for ${operation}.`);
  try {
    if (!endpoint) {
      // A host that only runs tasks is asked about none of them: a task costs money.
      await tasks?.poll(channel.host, []);
      return succeed('');
    }
    const answer = await askTwice(request, outbound, channel, endpoint);
    if (!isTaken(answer)) {
      const { message, verdict } = endpoint.dialect.readError(answer.status, answer.body.toString('utf8'));
      return fail(message, verdict === 'credential');
    }
    const { text, problem } = isStream(endpoint, answer)
      ? readStream(endpoint, answer.body)
      : readWhole(request, endpoint, answer.body);
    return problem ? fail(problem.message, problem.refused) : succeed(text);
  } catch (error) {
    if (error instanceof UpstreamRefusal) return fail(error.message, error.upstream.verdict === 'credential');
    if (error instanceof GatewayError) return fail(error.message);
    return fail(error instanceof SyntaxError ? 'The answer is not JSON.' : describeFailure(error));
  }
}

/** What the host refuses may be left out or changed: it is asked once more then, as for a client. */
async function askTwice(
  request: RelayRequest,
  outbound: Outbound,
  channel: Channel,
  endpoint: Endpoint,
): Promise<WholeAnswer> {
  const call = await outbound.prepare(channel, endpoint);
  const answer = await askWhole(endpoint, call);
  if (isTaken(answer)) return answer;
  const refusal = {
    status: answer.status,
    body: answer.body.toString('utf8'),
    model: channel.upstreamModel(request.model),
  };
  const attempt = { endpoint, sent: call.body, amendment: undefined };
  const amendment = findAmendment(attempt, request, refusal);
  return amendment ? askWhole(endpoint, await outbound.prepare(channel, endpoint, amendment)) : answer;
}

function isTaken({ status }: WholeAnswer): boolean {
  return status >= 200 && status <= 299;
}

interface Reading {
  readonly text: string;
  /** What is wrong with the answer; undefined when it is one. */
  readonly problem: { readonly message: string; readonly refused: boolean } | undefined;
}

const empty = { message: 'The answer has neither text nor usage.', refused: false };

function readWhole(request: RelayRequest, endpoint: Endpoint, body: Buffer): Reading {
  const { dialect } = endpoint;
  const payload: unknown = JSON.parse(body.toString('utf8'));
  const error = dialect.errorIn(payload);
  if (error) return { text: '', problem: asProblem(error) };
  if (endpoint.operation === 'chat' && needsTranslation(request, endpoint)) endpoint.dialect.readResponse(payload);
  const text = dialect.readOutput(payload);
  return { text, problem: dialect.readUsage(payload) || text !== '' ? undefined : empty };
}

/** Some hosts stream whatever they are asked for. */
function isStream(endpoint: Endpoint, { contentType }: WholeAnswer): endpoint is ChatEndpoint {
  const { mediaTypes } = endpoint.framing ?? sse;
  return endpoint.operation === 'chat' && mediaTypes.some((type) => contentType.startsWith(type));
}

function readStream({ dialect, framing = sse }: ChatEndpoint, body: Buffer): Reading {
  const decoder = framing.decoder();
  const reader = dialect.readStream();
  const collected = new PartCollector();
  for (const frame of [...decoder.push(body), ...decoder.end()]) {
    for (const part of reader.read(frame)) collected.add(part);
  }
  for (const part of reader.end()) collected.add(part);
  const error = collected.error();
  if (error) return { text: '', problem: asProblem(error) };
  return { text: collected.text(), problem: collected.usage() || collected.text() !== '' ? undefined : empty };
}

function asProblem({ message, verdict }: UpstreamError) {
  return { message, refused: verdict === 'credential' };
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
