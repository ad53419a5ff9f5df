import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetricsToken } from './read-metrics-token.ts';

test('a token that could be guessed or mistyped is refused, and not repeated', () => {
  assert.equal(readMetricsToken({}), undefined);
  assert.equal(readMetricsToken({ METRICS_TOKEN: '' }), undefined);
  assert.equal(readMetricsToken({ METRICS_TOKEN: '0123456789abcdef' }), '0123456789abcdef');
  for (const METRICS_TOKEN of ['0123456789abcde', '0123456789abcdef ', 'zero one two three four']) {
    assert.throws(
      () => readMetricsToken({ METRICS_TOKEN }),
      ({ message }: Error) => message.startsWith('Set METRICS_TOKEN to') && !message.includes(METRICS_TOKEN),
    );
  }
});
