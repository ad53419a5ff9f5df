import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dispatcher } from 'undici';
import { sendTask } from './send-task.ts';

const url = new URL('https://dashscope.example/api/v1/services/aigc/text2image/image-synthesis');
const task = (output: object) => JSON.stringify({ output: { task_id: 't-1', ...output }, request_id: 'r' });
const submitted = task({ task_status: 'PENDING' });
const drawn = task({ task_status: 'SUCCEEDED', results: [{ url: 'https://pictures.example/1.png' }] });

/** A host that answers these, one a call; an Error breaks the connection. */
function hostOf(...answers: (readonly [number, string] | Error)[]) {
  const calls: string[] = [];
  const request = async ({ method, path }: Dispatcher.RequestOptions) => {
    calls.push(`${method} ${path}`);
    const answer = answers.shift() ?? new Error('not expected');
    if (answer instanceof Error) throw answer;
    const [statusCode, text] = answer;
    return { statusCode, body: [Buffer.from(text)] };
  };
  return { calls, dispatcher: { request } as unknown as Dispatcher };
}

/** The answer, and the handle by which whoever waits for it leaves. */
function draw(dispatcher: Dispatcher) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  let controller: Dispatcher.DispatchController | undefined;
  let status = 0;
  let text = '';
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (given) => {
      controller = given;
    },
    onResponseStart: (_, given) => {
      status = given;
    },
    onResponseData: (_, bytes) => {
      text += bytes.toString();
    },
    onResponseEnd: () => resolve({ status, text }),
    onResponseError: (_, error) => reject(error),
  };
  sendTask({ url, headers: [], body: Buffer.from('{}') }, handler, dispatcher);
  return { answer: promise, leave: () => controller?.abort(new Error('client gone')) };
}

for (const [name, failure] of [
  ['is throttled', [429, '{"code":"Throttling","message":"Requests rate limit exceeded","request_id":"r"}']],
  ['breaks', new Error('other side closed')],
] as const) {
  test(`a picture that was ordered is waited for, though asking for it ${name}`, async () => {
    const host = hostOf([200, submitted], failure, [200, drawn]);
    assert.deepEqual(await draw(host.dispatcher).answer, { status: 200, text: drawn });
    assert.deepEqual(host.calls, [`POST ${url.pathname}`, 'GET /api/v1/tasks/t-1', 'GET /api/v1/tasks/t-1']);
  });
}

test('an order that is refused is the answer', async () => {
  const refusal = '{"code":"InvalidApiKey","message":"Invalid API-key provided.","request_id":"r"}';
  const host = hostOf([401, refusal]);
  assert.deepEqual(await draw(host.dispatcher).answer, { status: 401, text: refusal });
});

test('a picture that nobody waits for any more is cancelled', async () => {
  const host = hostOf([200, submitted], [200, '{"request_id":"r"}']);
  const { leave } = draw(host.dispatcher);
  await new Promise((resolve) => setTimeout(resolve, 50));
  leave();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(host.calls, [`POST ${url.pathname}`, 'POST /api/v1/tasks/t-1/cancel']);
});
