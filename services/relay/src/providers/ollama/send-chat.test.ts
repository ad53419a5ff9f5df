import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dispatcher } from 'undici';
import { ollama } from './index.ts';

const url = new URL('http://ollama.example:11434/api/chat');
const asked = { model: 'gemma', think: true, stream: true };
const answer = '{"model":"gemma","message":{"role":"assistant","content":"At six."},"done":true}\n';
const unthinking = '{"error":"registry.ollama.ai/library/gemma:latest does not support thinking"}';

/** What a client gets of a host that answers these, one a call, and the bodies that the host got. */
function chat(...answers: (readonly [number, string])[]) {
  const sent: unknown[] = [];
  const told: [number, string] = [0, ''];
  const controller = {} as Dispatcher.DispatchController;
  const dispatcher = {
    dispatch({ body }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
      sent.push(JSON.parse(String(body)));
      const [status, text] = answers.shift() ?? [599, ''];
      handler.onRequestStart?.(controller, {});
      handler.onResponseStart?.(controller, status, {});
      for (const half of [text.slice(0, 20), text.slice(20)]) handler.onResponseData?.(controller, Buffer.from(half));
      handler.onResponseEnd?.(controller, {});
      return true;
    },
  } as unknown as Dispatcher;
  const handler: Dispatcher.DispatchHandler = {
    onResponseStart: (_, status) => {
      told[0] = status;
    },
    onResponseData: (_, bytes) => {
      told[1] += bytes.toString();
    },
  };
  ollama.endpoints[0]?.send?.({ url, headers: [], body: Buffer.from(JSON.stringify(asked)) }, handler, dispatcher);
  return { sent, told };
}

test('a model that cannot think is asked once more without it', () => {
  const { sent, told } = chat([400, unthinking], [200, answer]);
  assert.deepEqual(sent, [asked, { model: 'gemma', stream: true }]);
  assert.deepEqual(told, [200, answer]);
});

test('it is asked no third time', () => {
  const { sent, told } = chat([400, unthinking], [400, unthinking]);
  assert.equal(sent.length, 2);
  assert.deepEqual(told, [400, unthinking]);
});

for (const [name, given] of [
  ['an answer', [200, answer]],
  ['another refusal', [400, '{"error":"gemma does not support tools"}']],
  ['another status', [500, unthinking]],
] as const) {
  test(`${name} is told as it came`, () => {
    const { sent, told } = chat(given);
    assert.equal(sent.length, 1);
    assert.deepEqual(told, given);
  });
}
