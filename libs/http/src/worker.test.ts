import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type FakeFetchWorker, fakeFetchWorker } from '@switchyard/testing/third-parties/fetch-worker';
import { AddressRefused } from './address.ts';
import { parseCidrs } from './cidrs.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { Worker } from './worker.ts';

const nowhere = parseCidrs('');
const loopback = parseCidrs('127.0.0.0/8');

let fake: FakeFetchWorker;
let worker: Worker;
before(async () => {
  fake = await fakeFetchWorker();
  worker = { url: fake.url, key: fake.key, allow: loopback };
});
after(() => fake.close());

test('the worker makes the call, and what the called one answers comes back', async () => {
  fake.answer = () => ({ status: 201, type: 'image/png', body: 'pixels' });
  const { status, headers, body } = await guardedFetch('https://1.1.1.1/a?b', {
    allow: nowhere,
    worker,
    method: 'POST',
    headers: { 'x-signature': 'abc' },
    body: '{"one":1,"list":["é"]}',
  });
  assert.deepEqual([status, headers['content-type'], body.toString()], [201, 'image/png', 'pixels']);
  assert.deepEqual(fake.orders.at(-1), {
    url: 'https://1.1.1.1/a?b',
    method: 'POST',
    headers: { 'x-signature': 'abc' },
    body: '{"one":1,"list":["é"]}',
  });
});

for (const url of [
  'https://127.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost/',
  'https://169.254.169.254/',
  'https://1.1.1.1:6379/',
]) {
  test(`the worker is not asked for ${url}`, async () => {
    const before_ = fake.orders.length;
    await assert.rejects(guardedFetch(url, { allow: loopback, worker }), AddressRefused);
    assert.equal(fake.orders.length, before_);
  });
}

test('the worker is not asked for anything but https', async () => {
  await assert.rejects(guardedFetch('http://1.1.1.1/', { allow: nowhere, worker }), /https/);
});

test('a worker at a private address is called only where the deployment allows it', async () => {
  const elsewhere = { ...worker, allow: nowhere };
  await assert.rejects(guardedFetch('https://1.1.1.1/', { allow: loopback, worker: elsewhere }), AddressRefused);
});
