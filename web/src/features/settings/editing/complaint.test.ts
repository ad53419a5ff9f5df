import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OptionDefinition } from '@switchyard/console/calls';
import { complaintOf } from './complaint.ts';

const definition = (kind: string, range: { minimum?: number; maximum?: number } = {}): OptionDefinition => ({
  key: 'RetryTimes',
  kind,
  default: '',
  role: 10,
  secret: false,
  set: false,
  version: 0,
  ...range,
});

const chat = 'https://chat.example.com/#/?settings={"key":"{key}","url":"{address}"}';

const cases: readonly [kind: string, accepted: readonly string[], refused: readonly string[]][] = [
  ['integer', ['5', ' 60 ', '720'], ['4', '721', '5.5', '-5', '', 'ten', '1e2']],
  ['number', ['5', '7.25', '720'], ['4.9', '7.1234567', '', 'x', '1e2']],
  [
    'url',
    ['', 'https://a.example', '/logo.png', 'app://open?key={key}', chat],
    ['a.example', 'https://a b', 'javascript'],
  ],
  ['ratios', ['', '{}', '{"a":1.5}'], ['[1]', '{"a":"1"}', '{"a":-1}', '{']],
  ['texts', ['{"a":"b"}'], ['{"a":1}', 'a']],
  [
    'links',
    ['', '[]', '[{"Chat":"https://a.example"}]', JSON.stringify([{ Chat: chat }])],
    ['{}', '[1]', '[{"Chat":5}]', '[', '[{"":"https://a.example"}]', '[{"A":""}]'],
  ],
  ['text', ['', 'anything'], []],
];

for (const [kind, accepted, refused] of cases) {
  test(`knows what a setting of kind ${kind} can hold`, () => {
    const of = definition(kind, { minimum: 5, maximum: 720 });
    for (const text of accepted) assert.equal(complaintOf(of, text), undefined, text);
    for (const text of refused) assert.notEqual(complaintOf(of, text), undefined, text);
  });
}

test('a number out of its range is told the range, a word that a number is needed', () => {
  const of = definition('integer', { minimum: 5, maximum: 720 });
  assert.deepEqual(complaintOf(of, '1000')?.values, { least: 5, most: 720 });
  assert.equal(complaintOf(of, 'ten')?.text, 'settings:complaint.number');
});
