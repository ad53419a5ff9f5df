import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseCidrs } from '@switchyard/http';
import { type FakeAirwallex, fakeAirwallex } from '@switchyard/testing/third-parties/airwallex';
import { type AirwallexAccount, AirwallexRefusal, callAirwallex } from './client.ts';
import { PageEnd } from './schema.ts';

let vendor: FakeAirwallex;
let account: AirwallexAccount;
before(async () => {
  vendor = await fakeAirwallex();
  account = { baseUrl: vendor.url, clientId: vendor.clientId, apiKey: vendor.apiKey, allow: parseCidrs('127.0.0.0/8') };
});
after(() => vendor.close());

const call = (as = account) => callAirwallex(as, '/api/v1/pa/payment_intents', PageEnd);
const logins = () => vendor.requests().filter(({ path }) => path.endsWith('/login')).length;
const together = () => Promise.all(Array.from({ length: 5 }, () => call()));

test('calls that begin together share one login, also when the token they had is refused', async () => {
  await together();
  assert.equal(logins(), 1);
  await together();
  assert.equal(logins(), 1);
  vendor.forgetTokens();
  await together();
  assert.equal(logins(), 2);
});

test('a login that is refused is not kept, and says nothing of the key', async () => {
  const wrong = { ...account, apiKey: 'canary' };
  for (let time = 0; time < 2; time++) {
    await assert.rejects(call(wrong), (error: Error) => {
      assert.ok(error instanceof AirwallexRefusal);
      assert.doesNotMatch(error.message, /canary/);
      return true;
    });
  }
  await call();
});
