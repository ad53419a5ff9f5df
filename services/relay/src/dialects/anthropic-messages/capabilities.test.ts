import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilitiesOf } from './capabilities.ts';

const same = (one: string, two: string) => assert.deepEqual(capabilitiesOf(one), capabilitiesOf(two), `${one} ${two}`);

test('a model is known by its name on every host', () => {
  same('claude-sonnet-4-5', 'claude-sonnet-4-5-20250929');
  same('claude-sonnet-4-5', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0');
  same('claude-opus-4-6', 'anthropic.claude-opus-4-6-v1');
  same('claude-haiku-4-5', 'claude-haiku-4-5@20251001');
  same('claude-opus-4-20250514', 'claude-sonnet-4@20250514');
});

test('a Claude of tomorrow counts as the newest, another maker’s model as none', () => {
  same('claude-fable-6', 'claude-fable-5-1');
  same('claude-mythos-1', 'claude-fable-5-1');
  assert.equal(capabilitiesOf('glow-4').sampling, true);
  assert.equal(capabilitiesOf('claude-3-7-sonnet-20250219').thinking, 'budget');
});

test('what differs between neighbours', () => {
  assert.deepEqual(
    ['claude-opus-4-6', 'claude-opus-4-7', 'claude-opus-4-8'].map((name) => capabilitiesOf(name).systemTurns),
    [false, false, true],
  );
  assert.deepEqual(
    ['claude-fable-5', 'claude-fable-5-1', 'claude-sonnet-5-5', 'claude-opus-5', 'claude-opus-5-5'].map(
      (name) => capabilitiesOf(name).forcedTool,
    ),
    [true, false, true, true, false],
  );
  assert.deepEqual(
    ['claude-opus-4-20250514', 'claude-opus-4-1-20250805'].map((name) => capabilitiesOf(name).samplingTogether),
    [true, false],
  );
  assert.deepEqual(
    ['claude-sonnet-4-5', 'claude-sonnet-4-6'].map((name) => capabilitiesOf(name).prefill),
    [true, false],
  );
});
