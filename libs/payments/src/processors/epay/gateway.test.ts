import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOptions } from '@switchyard/contracts';
import { parseCidrs } from '@switchyard/http';
import { type FakeEpay, fakeEpay } from '@switchyard/testing/third-parties/epay';
import type { Order } from '../../order.ts';
import type { Processor } from '../../processor.ts';
import { epay } from './index.ts';

let gateway: FakeEpay;
before(async () => {
  gateway = await fakeEpay();
});
after(() => gateway.close());

function processor(changes: { key?: string; pid?: string; serverAddress?: string } = {}): Processor | undefined {
  const { options } = readOptions([
    { key: 'PayAddress', value: `${gateway.url}/` },
    { key: 'EpayId', value: changes.pid ?? gateway.pid },
    { key: 'ServerAddress', value: changes.serverAddress ?? 'https://gw.example.com' },
  ]);
  return epay({
    options,
    secrets: { EpayKey: changes.key ?? gateway.key } as never,
    allow: parseCidrs('127.0.0.0/8'),
    hosts: {},
    record: () => Promise.reject(new Error('nothing is recorded here')),
  });
}

let orders = 0;
/** An order whose form was sent to the gateway. */
async function sent(): Promise<{ made: Processor; order: Order }> {
  const made = processor() as Processor;
  const order = {
    trade_no: `TU20261121${String(++orders).padStart(16, '0')}`,
    method: 'alipay',
    amount_usd: '10',
    currency: 'CNY',
    payable_minor: 7300,
    flags: [] as string[],
    surplus_minor: 0,
    processor_reference: null,
  } as Order;
  const checkout = await made.checkout(order);
  assert.ok('answer' in checkout);
  const { url, fields } = checkout.answer as { url: string; fields: Record<string, string> };
  const page = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  assert.match(await page.text(), /scan to pay/);
  return { made, order };
}

test('an order that the gateway does not know is waiting', async () => {
  const { made, order } = await sent();
  assert.deepEqual(await made.query({ ...order, trade_no: 'TU20261121UNKNOWN' }), { status: 'pending' });
});

for (const [status, ours] of [
  [0, 'pending'],
  [1, 'paid'],
  [2, 'refunded'],
  [3, 'held'],
  [4, 'confirming'],
  [9, 'pending'],
] as const) {
  test(`status ${status} of the gateway is ${ours}`, async () => {
    const { made, order } = await sent();
    gateway.become(order.trade_no, status);
    const reference = gateway.orders.get(order.trade_no)?.tradeNo;
    assert.deepEqual(await made.query(order), { status: ours, currency: 'CNY', receivedMinor: 7300n, reference });
  });
}

test('what was paid is what the gateway says', async () => {
  const { made, order } = await sent();
  gateway.pay(order.trade_no, '72.99');
  assert.equal((await made.query(order)).receivedMinor, 7299n);
  gateway.pay(order.trade_no, 'much');
  await assert.rejects(made.query(order), /does not say what was paid/);
});

test('a whole refund goes out once, also when it is asked for again', async () => {
  const { made, order } = await sent();
  gateway.pay(order.trade_no);
  const paid = { ...order, processor_reference: (await made.query(order)).reference ?? null };
  const wish = { requestId: 'r', amountMinor: 7300n, reason: 'asked' };
  assert.equal(await made.refund?.(paid, wish), null);
  assert.equal(gateway.orders.get(order.trade_no)?.status, 2);
  assert.equal(await made.refund?.(paid, wish), null);
  const refunds = gateway.requests().filter(({ body }) => body.toString().includes('act=refund'));
  assert.equal(refunds.length, 1);
});

test('refunds of a part, and of what was not paid, are declined', async () => {
  const { made, order } = await sent();
  const part = await made.refund?.(order, { requestId: 'r', amountMinor: 7299n, reason: 'asked' });
  assert.match(part?.declined ?? '', /whole payments only: 73\.00 CNY/);
  const unpaid = await made.refund?.(order, { requestId: 'r', amountMinor: 7300n, reason: 'asked' });
  assert.match(unpaid?.declined ?? '', /not paid/);
});

test('a gateway that does not answer is an error that does not hold the key', async () => {
  const { made, order } = await sent();
  gateway.delivery.cutAfterBytes = 5;
  await assert.rejects(made.query(order), (error: Error) => !`${error.stack}${error.cause}`.includes(gateway.key));
  gateway.delivery.cutAfterBytes = undefined;
});

test('without key, merchant or address, or with an address that could hide fields, there is no processor', () => {
  assert.ok(processor());
  for (const changes of [
    { key: '' },
    { pid: '' },
    { pid: '1001&money=1' },
    { serverAddress: '' },
    { serverAddress: 'https://gw.example.com/a&trade_status=TRADE_SUCCESS' },
  ]) {
    assert.equal(processor(changes), undefined, JSON.stringify(changes));
  }
});
