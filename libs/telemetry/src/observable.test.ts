import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from '@prometheus-io/client';
import { observableCounter, observableGauge } from './observable.ts';

test('a figure that cannot be read is left out, and the others are told', async () => {
  const registry = new Registry();
  const away = () => Promise.reject(new Error('the database is away'));
  observableGauge(registry, { name: 'rows', help: 'Rows.', read: away });
  observableGauge(registry, { name: 'rows_by_kind', help: 'Rows.', labelNames: ['kind'], read: away });
  observableCounter(registry, { name: 'posted_total', help: 'Posted.', read: away });
  observableCounter(registry, {
    name: 'read_total',
    help: 'Read.',
    labelNames: ['kind'],
    read: () => [[{ kind: 'a' }, 7]],
  });
  for (let scrape = 0; scrape < 2; scrape++) {
    const told = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    assert.deepEqual(told, ['read_total{kind="a"} 7']);
  }
});
