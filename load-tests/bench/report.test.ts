import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryCase } from './memory.ts';
import { rowsOf, table } from './report.ts';

const round = (nginx: number, relay: number) => ({ nginx: { value: nginx }, relay: { value: relay, busy: 0.5 } });

test('a multiple is the median of the multiples of the kept rounds', () => {
  const kept = [round(10, 20), round(11, 33), round(10, 40)];
  const [nginx, relay] = rowsOf([{ case: memoryCase, rounds: [...kept, round(99, 1)], kept }]);
  assert.equal(nginx?.multiple, 1);
  assert.deepEqual([relay?.least, relay?.multiple, relay?.greatest], [2, 3, 4]);
  assert.deepEqual([relay?.rounds, relay?.ran], [3, 4]);
});

test('budgets bind our own gateways, and notes stand below the table', () => {
  const text = table(rowsOf([{ case: memoryCase, rounds: [PEER], kept: [PEER] }]), ['Peer 1: checks no key.']);
  assert.match(text, /\| relay \|.* \/ 50 \/ 20 kB \|/);
  assert.match(text, /\| peer \| 30\.0 kB \| \*\*3\.00\*\* \(3\.00–3\.00\) \| {2}\|/);
  assert.match(text, /\n\n- Peer 1: checks no key\.$/);
});

const PEER = { ...round(10, 20), peer: { value: 30 } };

test('a case without a steady round shows no figure', () => {
  const text = table(rowsOf([{ case: memoryCase, rounds: [round(10, 20)], kept: [] }]));
  assert.match(text, /relay \| unsteady \|/);
  assert.doesNotMatch(text, /NaN|Infinity/);
});
