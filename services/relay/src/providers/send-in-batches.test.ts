import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dispatcher } from 'undici';
import type { Json } from '../dialects/canonical.ts';
import { cohere } from './cohere/index.ts';
import type { Endpoint, Provider } from './provider.ts';
import { vertex } from './vertex/index.ts';

const url = new URL('https://host.example/embed');

/** A host that answers each call as `answer` says, and what it was asked. */
function hostOf(answer: (body: Json, call: number) => [status: number, body: unknown]) {
  const calls: Json[] = [];
  const reply = ({ body }: Dispatcher.DispatchOptions) => {
    const asked = JSON.parse(String(body)) as Json;
    const [statusCode, answered] = answer(asked, calls.push(asked));
    return { statusCode, bytes: Buffer.from(JSON.stringify(answered)) };
  };
  const request = async (options: Dispatcher.DispatchOptions) => {
    const { statusCode, bytes } = reply(options);
    return { statusCode, body: [bytes] };
  };
  const dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => {
    const { statusCode, bytes } = reply(options);
    const controller = {} as Dispatcher.DispatchController;
    handler.onResponseStart?.(controller, statusCode, {});
    handler.onResponseData?.(controller, bytes);
    handler.onResponseEnd?.(controller, {});
  };
  return { calls, dispatcher: { request, dispatch } as unknown as Dispatcher };
}

const embeddings = (provider: Provider, model: string) =>
  provider.endpoints.find(
    ({ operation, serves }) => operation === 'embeddings' && serves?.(model) !== false,
  ) as Endpoint & { operation: 'embeddings' };

/** What a client gets for these texts. */
async function embed(provider: Provider, model: string, input: readonly string[], dispatcher: Dispatcher) {
  const { dialect, send } = embeddings(provider, model);
  const request = { model, input };
  const body = Buffer.from(JSON.stringify(dialect.writeRequest?.(request, () => {})));
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  let status = 0;
  let text = '';
  send?.(
    { url, headers: [], body },
    {
      onResponseStart: (_, given) => {
        status = given;
      },
      onResponseData: (_, bytes) => {
        text += bytes.toString();
      },
      onResponseEnd: () => resolve({ status, text }),
      onResponseError: (_, error) => reject(error),
    },
    dispatcher,
  );
  const reply = await promise;
  if (reply.status !== 200) return reply;
  const list = dialect.readResponse?.(JSON.parse(reply.text), request) as { data: { embedding: number[] }[] };
  return {
    vectors: list.data.map(({ embedding }) => embedding[0]),
    prompt: dialect.readUsage(JSON.parse(reply.text))?.prompt,
  };
}

const texts = Array.from({ length: 1_000 }, (_, at) => String(at));
const numbers = texts.map(Number);

const cohereAnswer = ({ texts: asked }: Json) => {
  const float = (asked as string[]).map((text) => [Number(text)]);
  return { embeddings: { float }, meta: { billed_units: { input_tokens: float.length } } };
};
const vertexAnswer = ({ instances }: Json) => ({
  predictions: (instances as { content: string }[]).map(({ content }) => ({
    embeddings: { values: [Number(content)], statistics: { token_count: 3 } },
  })),
});

test('texts beyond what a host takes at once are embedded in parts, in their order, and all are counted', async () => {
  const host = hostOf((body) => [200, cohereAnswer(body)]);
  const embedded = await embed(cohere, 'embed-v4.0', texts, host.dispatcher);
  assert.deepEqual(embedded, { vectors: numbers, prompt: 1_000 });
  assert.deepEqual(
    host.calls.map((call) => (call.texts as string[]).length),
    [...Array(10).fill(96), 40],
  );
  assert.deepEqual(new Set(host.calls.map(({ input_type }) => input_type)), new Set(['search_document']));
});

test('a model that takes one text a call is asked for each, others for all', async () => {
  const host = hostOf((body) => [200, vertexAnswer(body)]);
  const several = texts.slice(0, 10);
  const embedded = { vectors: numbers.slice(0, 10), prompt: 30 };
  assert.deepEqual(await embed(vertex, 'gemini-embedding-001', several, host.dispatcher), embedded);
  assert.equal(host.calls.length, 10);
  assert.equal(embeddings(vertex, 'text-embedding-005').send, undefined);
});

test('what fits is one call', async () => {
  const host = hostOf((body) => [200, cohereAnswer(body)]);
  await embed(cohere, 'embed-v4.0', texts.slice(0, 96), host.dispatcher);
  assert.equal(host.calls.length, 1);
});

test('a part that is refused is the answer, and nothing more is asked for', async () => {
  const refusal = { message: 'rate limit' };
  const host = hostOf((body, call) => (call === 2 ? [429, refusal] : [200, cohereAnswer(body)]));
  const refused = await embed(cohere, 'embed-v4.0', texts, host.dispatcher);
  assert.deepEqual(refused, { status: 429, text: JSON.stringify(refusal) });
  assert.equal(host.calls.length, 4);
});

test('an answer that lacks a vector is none', async () => {
  const host = hostOf((body) => [200, cohereAnswer({ texts: (body.texts as string[]).slice(1) })]);
  await assert.rejects(embed(cohere, 'embed-v4.0', texts, host.dispatcher), /not whole/);
});
