import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseCidrs } from '@switchyard/http';
import { jsonReply } from '@switchyard/testing/hosts/reply';
import { type RunningHost, startHost } from '@switchyard/testing/hosts/start-host';
import type { Order } from '../../order.ts';
import { type AirwallexAccount, AirwallexRefusal } from './client.ts';
import { refund } from './refund.ts';

const expires_at = new Date(Date.now() + 1_800_000).toISOString();
const login = { status: 201, body: { token: 't', expires_at } as object };
const accepted = { id: 'rfd_1', payment_intent_id: 'int_1', amount: 78, status: 'RECEIVED' };
let host: RunningHost;
/** What the vendor answers to a login and to a wish for a refund. */
let answers: { login: { status: number; body: object }; refund: { status: number; body: object } };
before(async () => {
  const handle = ({ path }: { path: string }) => {
    const { status, body } = path.endsWith('/login') ? answers.login : answers.refund;
    return jsonReply(status, body);
  };
  host = await startHost({ name: 'airwallex', handle });
});
after(() => host.close());

let accounts = 0;
/** Each account logs in anew. */
function ask() {
  const account: AirwallexAccount = {
    baseUrl: host.url,
    clientId: `client-${++accounts}`,
    apiKey: 'key',
    allow: parseCidrs('127.0.0.0/8'),
  };
  const order = { processor_reference: 'int_1', currency: 'HKD' } as Order;
  return refund(account, order, { requestId: 'r', amountMinor: 7800n, reason: 'asked' });
}

test('a refund that is accepted, or was accepted before, is sent', async () => {
  answers = { login, refund: { status: 201, body: accepted } };
  assert.equal(await ask(), null);
  answers = { login, refund: { status: 400, body: { code: 'duplicate_request', message: 'again' } } };
  assert.equal(await ask(), null);
});

test('a no about the refund itself is a no', async () => {
  answers = { login, refund: { status: 400, body: { code: 'amount_above_limit', message: 'too much' } } };
  assert.deepEqual(await ask(), { declined: 'Airwallex refuses: too much.' });
});

for (const status of [401, 403, 404, 408, 409, 429, 500]) {
  test(`a status of ${status} leaves open whether the refund went out`, async () => {
    answers = { login, refund: { status, body: { code: 'some_code', message: 'not now' } } };
    await assert.rejects(ask());
  });
}

test('an answer of 400 without a code leaves open whether the refund went out', async () => {
  answers = { login, refund: { status: 400, body: {} } };
  await assert.rejects(ask(), AirwallexRefusal);
});

for (const status of [401, 403, 429]) {
  test(`a login that is answered by ${status} leaves open whether the refund went out`, async () => {
    answers = { login: { status, body: { code: 'credentials_invalid' } }, refund: { status: 201, body: accepted } };
    await assert.rejects(ask());
  });
}
