import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatChange, formatCompact, formatCount, formatMilliseconds, formatShare } from './numbers.ts';

test('figures follow the language, with the digits that amounts have', () => {
  assert.equal(formatCount(12_345, 'en'), '12,345');
  assert.match(formatCount(12_345, 'ar'), /^12.345$/);
  assert.equal(formatCompact(12_300, 'en'), '12.3K');
  assert.equal(formatCompact(12_300, 'zh'), '1.2万');
  assert.equal(formatShare(0.9854, 'en'), '98.5%');
});

test('a number comes before its unit in Arabic too, wherever it stands', () => {
  const read = (text: string) => /^\u2068([\d.]+)\s\p{Script=Arabic}[^\d]*\u2069$/u.exec(text)?.[1];
  assert.deepEqual(
    [formatMilliseconds(4_690, 'ar'), formatMilliseconds(523, 'ar'), formatCompact(280_000, 'ar')].map(read),
    ['4.69', '523', '280'],
  );
});

test('changes carry their sign, and digits only where they tell something', () => {
  assert.deepEqual(
    [0.125, -0.04, 0, 12.345].map((change) => formatChange(change, 'en')),
    ['+12.5%', '-4%', '0%', '+1,235%'],
  );
});

test('times are shown to three digits at most', () => {
  assert.deepEqual(
    [850, 1_240, 12_340, 62_300].map((ms) => formatMilliseconds(ms, 'en')),
    ['850ms', '1.24s', '12.3s', '62s'],
  );
});
