import { headroom, JsonBody } from '../ingress/json-body.ts';
import type { Operation } from '../ingress/operation.ts';
import type { Channel } from '../routing/channel.ts';
import { callUpstream, describeFailure } from './call.ts';

export interface TestResult {
  readonly success: boolean;
  readonly message: string;
  readonly timeMs: number;
  readonly model: string;
}

const embeddingName = /embedding|^m3e|bge-/i;

/** Asks a channel for one short answer, beside all routing and billing. */
export async function testChannel(channel: Channel, wanted: string | undefined): Promise<TestResult> {
  const model = wanted || channel.testModel || channel.models[0] || '';
  if (model === '') return { success: false, message: 'The channel has no model to test with.', timeMs: 0, model };
  const operation: Operation = embeddingName.test(model) ? 'embeddings' : 'chat';
  const endpoint = channel.endpoint(operation, model);
  const call = endpoint && channel.prepare(endpoint, model, false, sample(operation, model), []);
  if (!endpoint || !call)
    return { success: false, message: `The channel has no address for ${operation}.`, timeMs: 0, model };
  const startedAt = Date.now();
  const result = (success: boolean, message: string) => ({ success, message, timeMs: Date.now() - startedAt, model });
  try {
    const { status, text } = await callUpstream(call);
    if (status < 200 || status > 299) return result(false, endpoint.dialect.readError(status, text).message);
    const payload: unknown = JSON.parse(text);
    const error = endpoint.dialect.errorIn(payload);
    if (error) return result(false, error.message);
    if (!endpoint.dialect.readUsage(payload) && endpoint.dialect.readOutput(payload) === '') {
      return result(false, 'The answer has neither text nor usage.');
    }
    return result(true, '');
  } catch (error) {
    return result(false, error instanceof SyntaxError ? 'The answer is not JSON.' : describeFailure(error));
  }
}

function sample(operation: Operation, model: string): JsonBody {
  const limit = /^(o\d|gpt-[5-9])/.test(model) ? 'max_completion_tokens' : 'max_tokens';
  const body =
    operation === 'embeddings'
      ? { model, input: 'hello world' }
      : { model, messages: [{ role: 'user', content: 'hi' }], [limit]: 16 };
  const text = Buffer.from(' '.repeat(headroom) + JSON.stringify(body));
  return new JsonBody(text, headroom, text.length);
}
