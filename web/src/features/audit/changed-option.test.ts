import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedOption, changeOf } from './changed-option.ts';

const change = (id: number, username: string, time: number) => ({
  ...{ id, username, created_at: time, key: 'RetryTimes' },
  ...{ old_value: '1', new_value: '2', secret: false },
});

test('an entry about a setting names it, any other names none', () => {
  const about = (content: string) => changedOption({ content });
  assert.equal(about('Changed option RetryTimes (sha256 000000000000 to 111111111111)'), 'RetryTimes');
  assert.equal(about('Changed option PriceCards for 3 models: a, b, c'), 'PriceCards');
  assert.equal(about('Disabled user Changed option RetryTimes '), '');
});

test('an entry is matched with the change of the same person at the same time', () => {
  const changes = [change(3, 'bob', 1000), change(2, 'ann', 1001), change(1, 'ann', 900)];
  assert.equal(changeOf({ username: 'ann', created_at: 1000 }, changes)?.id, 2);
  assert.equal(changeOf({ username: 'ann', created_at: 950 }, changes), undefined);
});
