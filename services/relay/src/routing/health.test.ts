import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Health, HealthRegistry } from './health.ts';

function failed(times: number, at = 0): Health {
  const health = new Health();
  for (let i = 0; i < times; i++) health.fail(at);
  return health;
}

test('opens after five failures, not while most requests succeed', () => {
  assert.equal(failed(4).admit(1), true);
  assert.equal(failed(5).admit(1), false);
  const mixed = new Health();
  for (let i = 0; i < 20; i++) mixed.succeed(0);
  for (let i = 0; i < 10; i++) mixed.fail(0);
  assert.equal(mixed.admit(1), true);
});

test('failures of an earlier window are forgotten', () => {
  const health = failed(4);
  health.fail(60_000);
  assert.equal(health.admit(60_001), true);
});

test('half open, it admits one probe; success closes it, failure doubles the pause', () => {
  const health = failed(5);
  assert.equal(health.admit(10_000), true);
  assert.equal(health.admit(10_000), false);
  health.fail(10_000);
  assert.equal(health.admit(29_999), false);
  assert.equal(health.admit(30_000), true);
  assert.equal(health.succeed(30_001), true);
  assert.equal(health.admit(30_002), true);
  assert.equal(health.admit(30_002), true);
});

test('a probe that said nothing lets the next one try', () => {
  const health = failed(5);
  assert.equal(health.admit(10_000), true);
  health.release();
  assert.equal(health.admit(10_001), true);
});

test('once a probe is being answered, others may be asked; a failure meanwhile opens it for twice as long', () => {
  const health = failed(5);
  assert.equal(health.admit(10_000), true);
  health.answered();
  for (let i = 0; i < 3; i++) assert.equal(health.admit(10_001), true);
  health.fail(10_002);
  assert.equal(health.admit(30_001), false);
  assert.equal(health.admit(30_002), true);
  assert.equal(health.admit(30_002), false, 'the next probe is one again');
});

test('however many fail at once, the pause is one, and doubles once', () => {
  const health = failed(50);
  assert.equal(health.openUntil(0), 10_000);
  assert.equal(health.admit(10_000), true);
  health.answered();
  for (let i = 0; i < 7; i++) health.admit(10_001);
  for (let i = 0; i < 8; i++) health.fail(10_500 + i);
  assert.equal(health.openUntil(10_510), 30_500);
  assert.equal(health.admit(30_500), true);
  health.fail(30_501);
  assert.equal(health.openUntil(30_501), 70_501);
});

test('a model whose probe is under way counts as passed over', () => {
  const registry = new HealthRegistry();
  const health = registry.of(7, 'gpt-test');
  for (let i = 0; i < 5; i++) health.fail(0);
  const open = (nowMs: number) => [...registry.open(nowMs)];
  assert.deepEqual(open(10_000), []);
  health.admit(10_000);
  assert.deepEqual(open(10_000), [[7, 1]]);
  health.answered();
  assert.deepEqual(open(10_000), []);
});

test('a success of a request sent before it opened does not close it', () => {
  const health = failed(5);
  assert.equal(health.succeed(5_000), false);
  assert.equal(health.admit(5_001), false);
});
