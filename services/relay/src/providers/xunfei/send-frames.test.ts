import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import { parseCidrs } from '@switchyard/http';
import { startSpark } from '@switchyard/testing/hosts/xunfei';
import type { Dispatcher } from 'undici';
import { Pools } from '../../egress/pools.ts';
import { sendFrames } from './send-frames.ts';
import { signUrl } from './sign-url.ts';

const keys = { applicationId: 'app1', apiKey: 'key1', apiSecret: 'secret1' };
const spark = await startSpark(keys);
const origin = spark.url.replace('http', 'ws');
const pools = new Pools(parseCidrs('127.0.0.0/8'));
const direct = pools.poolFor(origin, undefined, 5_000);
after(async () => {
  await pools.close();
  await spark.close();
});

const body = Buffer.from(
  JSON.stringify({
    header: { app_id: 'app1' },
    parameter: { chat: { domain: 'generalv3.5' } },
    payload: { message: { text: [{ role: 'user', content: 'Low water?' }] } },
  }),
);

interface Heard {
  readonly told: string[];
  readonly text: string;
  readonly error: Error | undefined;
}

/** What a handler hears of one call, in order. */
function call(secret: string, now = new Date(), dispatcher = direct) {
  return new Promise<Heard>((resolve) => {
    const told: string[] = [];
    let text = '';
    const done = (error?: Error) => resolve({ told, text, error });
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => void told.push('request'),
      onResponseStart: (_, status, headers) => void told.push(`${status} ${headers['content-type']}`),
      onResponseData: (_, chunk) => {
        text += chunk.toString('utf8');
      },
      onResponseEnd: () => done(),
      onResponseError: (_, error) => done(error),
    };
    const url = signUrl(new URL(`${origin}/v3.5/chat`), keys.apiKey, secret, now);
    sendFrames({ url, headers: [], body }, handler, dispatcher);
  });
}

test('frames come as events, until the last one', async () => {
  const { told, text } = await call(keys.apiSecret);
  assert.deepEqual(told, ['request', '200 text/event-stream']);
  const events = text
    .trim()
    .split('\n\n')
    .map((event) => JSON.parse(event.replace(/^data: /, '')));
  assert.equal(events.at(-1).header.status, 2);
  assert.ok(events.length > 2);
  assert.equal(spark.conversations.at(-1)?.text, 'Low water?');
});

test('a refused handshake is told with its status and body', async () => {
  const { told, text } = await call('wrong');
  assert.deepEqual(told, ['request', '401 application/json']);
  assert.deepEqual(JSON.parse(text), { message: 'HMAC signature does not match' });
  const late = await call(keys.apiSecret, new Date(Date.now() - 600_000));
  assert.deepEqual(late.told, ['request', '403 application/json']);
});

test('nothing is begun before the first good frame', async () => {
  spark.frames = [{ header: { code: 10_015, message: 'banned', sid: 's' } }];
  const { told, text } = await call(keys.apiSecret);
  spark.frames = undefined;
  assert.deepEqual(told, ['request', '200 application/json']);
  assert.equal(JSON.parse(text).header.code, 10_015);
});

test('a failure after good frames is the last event, and a quiet end no failure of the call', async () => {
  const good = { header: { code: 0, sid: 's', status: 1 }, payload: { choices: { text: [{ content: 'Ebb' }] } } };
  const failure = { header: { code: 10_008, message: 'busy', sid: 's' } };
  spark.frames = [good, failure];
  const failed = await call(keys.apiSecret);
  assert.equal(failed.text, `data: ${JSON.stringify(good)}\n\ndata: ${JSON.stringify(failure)}\n\n`);
  spark.frames = [good];
  const cut = await call(keys.apiSecret);
  spark.frames = undefined;
  assert.equal(cut.text, `data: ${JSON.stringify(good)}\n\n`);
  assert.equal(cut.error, undefined);
});

test('a host that closes without a word, or is not there, is a failed call', async () => {
  spark.frames = [];
  const { told, error } = await call(keys.apiSecret);
  spark.frames = undefined;
  assert.deepEqual(told, ['request']);
  assert.ok(error);
});

test('a call that was given up is not made', async () => {
  const told: string[] = [];
  const url = signUrl(new URL(`${origin}/v3.5/chat`), keys.apiKey, keys.apiSecret, new Date());
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => controller.abort(new Error('given up')),
    onResponseStart: () => void told.push('start'),
    onResponseError: () => void told.push('error'),
  };
  const before = spark.conversations.length;
  sendFrames({ url, headers: [], body }, handler, direct);
  await call(keys.apiSecret);
  assert.deepEqual(told, []);
  assert.equal(spark.conversations.length, before + 1);
});

test('a call goes through the channel’s proxy', async () => {
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const [host, port] = url.split(':');
    const there = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    there.pipe(socket).pipe(there);
    socket.on('error', () => there.destroy());
    there.on('error', () => socket.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { told } = await call(keys.apiSecret, new Date(), pools.poolFor(origin, address, 5_000));
  assert.deepEqual(told, ['request', '200 text/event-stream']);
  assert.deepEqual(asked, [new URL(spark.url).host]);
  proxy.closeAllConnections();
  proxy.close();
});

test('an address that is not public is not called', async () => {
  const guarded = new Pools(parseCidrs(''));
  const before = spark.conversations.length;
  const { told, error } = await call(keys.apiSecret, new Date(), guarded.poolFor(origin, undefined, 5_000));
  assert.deepEqual(told, ['request']);
  assert.ok(error);
  assert.equal(spark.conversations.length, before);
  await guarded.close();
});
