import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dispatcher } from 'undici';
import { readFixture } from '../../harness/replay.ts';
import { dify } from './index.ts';

const noTrailers = {};

/** A host that begins to answer and is then told by hand; it notes what else it is asked. */
function startRun(path: string) {
  const stopped: { path: string; body: unknown }[] = [];
  let heard: Dispatcher.DispatchHandler | undefined;
  const own = { aborted: false } as Dispatcher.DispatchController;
  own.abort = (reason) => {
    Object.assign(own, { aborted: true });
    heard?.onResponseError?.(own, reason);
  };
  const dispatcher = {
    dispatch(_: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
      heard = handler;
      handler.onRequestStart?.(own, {});
      handler.onResponseStart?.(own, 200, { 'content-type': 'text/event-stream' });
      return true;
    },
    async request(options: Dispatcher.RequestOptions) {
      stopped.push({ path: options.path, body: JSON.parse(String(options.body)) });
      return { statusCode: 200, body: [Buffer.from('{"result":"success"}')] };
    },
  } as unknown as Dispatcher;
  let given: Dispatcher.DispatchController | undefined;
  let text = '';
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      given = controller;
    },
    onResponseData: (_, bytes) => {
      text += bytes.toString();
    },
  };
  const body = Buffer.from('{"query":"When is low water?","user":"u-1"}');
  dify.endpoints[0]?.send?.({ url: new URL(path, 'https://dify.example'), headers: [], body }, handler, dispatcher);
  return {
    stopped,
    own,
    say: (bytes: Buffer) => heard?.onResponseData?.(own, bytes),
    end: () => heard?.onResponseEnd?.(own, noTrailers),
    leave: () => given?.abort(new Error('client gone')),
    text: () => text,
  };
}

for (const [fixture, path, stop] of [
  ['agent.sse', '/v1/chat-messages', '/v1/chat-messages/t6/stop'],
  ['workflow.sse', '/v1/workflows/run', '/v1/workflows/tasks/t7/stop'],
] as const) {
  test(`a run at ${path} that nobody waits for any more is stopped, by its user`, () => {
    const run = startRun(path);
    const [first = ''] = readFixture(import.meta.url, fixture)
      .toString('utf8')
      .split('\n\n');
    run.say(Buffer.from(`${first}\n\n`));
    assert.equal(run.text(), `${first}\n\n`);
    run.leave();
    assert.equal(run.own.aborted, true);
    assert.deepEqual(run.stopped, [{ path: stop, body: { user: 'u-1' } }]);
  });
}

test('a run that has not begun, and one that has ended, is not stopped', () => {
  const early = startRun('/v1/chat-messages');
  early.leave();
  const late = startRun('/v1/chat-messages');
  late.say(readFixture(import.meta.url, 'agent.sse'));
  late.end();
  late.leave();
  assert.deepEqual([...early.stopped, ...late.stopped], []);
});
