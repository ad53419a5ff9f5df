import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HostRequest } from '@switchyard/testing/hosts/host';
import { jsonReply } from '@switchyard/testing/hosts/reply';
import { type RunningHost, startHost } from '@switchyard/testing/hosts/start-host';
import Stripe from 'stripe';
import type { Order } from '../../order.ts';
import { refund } from './refund.ts';

let host: RunningHost;
let client: Stripe;
/** What Stripe answers to a wish for a refund. */
let answer: { status: number; body: object };
before(async () => {
  const handle = ({ method }: HostRequest) =>
    method === 'GET' ? jsonReply(200, { id: 'cs_1', payment_intent: 'pi_1' }) : jsonReply(answer.status, answer.body);
  host = await startHost({ name: 'stripe', handle });
  const { hostname, port } = new URL(host.url);
  client = new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
});
after(() => host.close());

const ask = () =>
  refund(client, { processor_reference: 'cs_1' } as Order, { requestId: 'r', amountMinor: 1000n, reason: 'asked' });

test('a refund that is accepted is sent, and a no about the refund itself is a no', async () => {
  answer = { status: 200, body: { id: 're_1', object: 'refund' } };
  assert.equal(await ask(), null);
  answer = { status: 400, body: { error: { type: 'invalid_request_error', message: 'too much' } } };
  assert.deepEqual(await ask(), { declined: 'Stripe refuses: too much' });
});

for (const [status, type] of [
  [401, 'authentication_error'],
  [403, 'invalid_request_error'],
  [400, 'idempotency_error'],
  [409, 'invalid_request_error'],
  [429, 'invalid_request_error'],
  [500, 'api_error'],
] as const) {
  test(`a status of ${status} with ${type} leaves open whether the refund went out`, async () => {
    answer = { status, body: { error: { type, message: 'not now' } } };
    await assert.rejects(ask());
  });
}
