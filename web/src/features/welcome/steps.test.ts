import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextStep, type Standing, stepsOf } from './steps.ts';

const customer: Standing = { site: undefined, mustChangePassword: undefined, balance: 0, keys: 0, requests: 0 };
const site = { channels: 0, isTested: false, unpriced: 0, address: '' };
const told = (standing: Standing) => stepsOf(standing).map(({ name, done }) => (done ? `${name}✓` : name));

test('a new customer gets credit, makes a key and sends a request', () => {
  assert.deepEqual(told(customer), ['credit', 'key', 'request']);
  assert.deepEqual(told({ ...customer, balance: 5 }), ['key', 'request']);
  assert.deepEqual(told({ ...customer, balance: 5, keys: 1 }), ['key✓', 'request']);
});

test('after the first request all is done, whatever was spent or deleted since', () => {
  assert.deepEqual(told({ ...customer, requests: 1 }), ['key✓', 'request✓']);
  assert.equal(nextStep(stepsOf({ ...customer, requests: 1 })), undefined);
});

test('an operator sets up the installation first', () => {
  const steps = told({ ...customer, site, mustChangePassword: true, balance: 1 });
  assert.deepEqual(steps, ['password', 'channel', 'test', 'prices', 'address', 'key', 'request']);
  const others = told({ ...customer, site: { ...site, address: undefined }, balance: 1 });
  assert.deepEqual(others, ['channel', 'test', 'prices', 'key', 'request'], 'password and address are root’s');
});

test('prices are set when every served model has one, and not while nothing is served', () => {
  const priced = (change: object) =>
    stepsOf({ ...customer, site: { ...site, ...change } }).find(({ name }) => name === 'prices')?.done;
  assert.equal(priced({}), false);
  assert.equal(priced({ channels: 2, unpriced: 1 }), false);
  assert.equal(priced({ channels: 2 }), true);
});

test('the next step is the first that is open', () => {
  const set = { channels: 1, isTested: true, unpriced: 0, address: '' };
  assert.equal(nextStep(stepsOf({ ...customer, site: set, balance: 1, keys: 1 }))?.name, 'address');
});
