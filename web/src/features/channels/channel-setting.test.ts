import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingFromText, textFromSetting } from './channel-setting.ts';

const whole = {
  proxy: 'http://proxy.internal:3128',
  timeouts: { connectMs: 5000, totalMs: 60_000 },
  drain: true,
  headers: { 'x-team': 'a', 'user-agent': null },
};

test('settings survive the way through the fields; a header without a value is left out of the call', () => {
  const setting = settingFromText(JSON.stringify(whole));
  assert.deepEqual(setting?.headers, [
    { from: 'x-team', to: 'a' },
    { from: 'user-agent', to: '' },
  ]);
  assert.deepEqual(JSON.parse(textFromSetting(setting ?? assert.fail())), whole);
});

test('nothing set is a blank text', () => {
  const nothing = settingFromText('') ?? assert.fail();
  assert.equal(textFromSetting(nothing), '');
  assert.equal(textFromSetting({ ...nothing, proxy: ' ', headers: [{ from: ' ', to: 'x' }] }), '');
});

test('the fields do not take what they would lose', () => {
  for (const text of [
    '{',
    '{"newer": 1}',
    '{"timeouts": {"x": 1}}',
    '{"timeouts": [1]}',
    '{"drain": 1}',
    '{"headers": {"a": 1}}',
  ]) {
    assert.equal(settingFromText(text), undefined, text);
  }
});
