import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Case } from './cases.ts';
import type { Gateway, Upstream } from './gateways/gateway.ts';
import { median, runCase, steady } from './rounds.ts';

const gateway = (name: string): Gateway => ({ name, port: 0, key: '', pid: 0, delivered: 0, stop: async () => {} });
const upstream: Upstream = { url: '', port: 0 };
const pace = { rounds: 3, warmUpSeconds: 1, seconds: 1 };

/** A case whose reference reads these values in turn, while the other gateway always costs 30. */
function scripted(references: number[]): { case: Case; order: string[] } {
  const order: string[] = [];
  const one: Case = {
    name: 'scripted',
    title: 'scripted',
    unit: 'µs',
    bound: { ship: 1, moonshot: 1 },
    models: () => [],
    warmUp: async ({ name }) => order.push(`warm ${name}`),
    async measure({ name }) {
      order.push(name);
      return { value: name === 'nginx' ? (references.shift() ?? 10) : 30 };
    },
  };
  return { case: one, order };
}

test('a round in which the reference moved by more than a tenth is left out', () => {
  const rounds = [10, 10.9, 11.2, 9.1, 8.9, 10].map((value) => ({ nginx: { value } }));
  assert.deepEqual(
    steady(rounds).map((round) => round.nginx?.value),
    [10, 10.9, 9.1, 10],
  );
});

test('rounds go on until enough are steady', async () => {
  const { rounds, kept } = await runCase(scripted([10, 14, 10, 10]).case, [gateway('nginx')], upstream, pace);
  assert.equal(rounds.length, 4);
  assert.equal(kept.length, 3);
});

test('an unsteady machine ends the case after twice the rounds', async () => {
  const { rounds, kept } = await runCase(scripted([10, 20, 30, 40, 50, 60]).case, [gateway('nginx')], upstream, pace);
  assert.equal(rounds.length, 6);
  assert.ok(kept.length < 3);
});

test('a case that is split has as many more rounds as they are shorter, and no second is lost', async () => {
  const turns: number[] = [];
  const { case: one } = scripted([]);
  const measure: Case['measure'] = async (_gateway, _upstream, seconds) => {
    turns.push(seconds);
    return { value: 10 };
  };
  const { kept } = await runCase({ ...one, measure, split: 10 }, [gateway('nginx')], upstream, {
    ...pace,
    seconds: 10,
  });
  assert.equal(kept.length, 30);
  assert.deepEqual([...new Set(turns)], [1]);
});

test('a case may keep every round', async () => {
  const { case: one } = scripted([10, 20, 30]);
  const { rounds, kept } = await runCase({ ...one, keepsAll: true }, [gateway('nginx')], upstream, pace);
  assert.deepEqual(kept, rounds);
  assert.equal(rounds.length, 3);
});

test('gateways are warmed up first and take turns at going first', async () => {
  const { case: one, order } = scripted([]);
  await runCase(one, [gateway('nginx'), gateway('relay')], upstream, pace);
  assert.deepEqual(order, [
    'warm nginx',
    'warm relay',
    ...['nginx', 'relay'],
    ...['relay', 'nginx'],
    ...['nginx', 'relay'],
  ]);
});

test('the median of an even number of values is between the middle two', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([3, 1, 2]), 2);
});
