import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameAddress } from './operator-content.ts';

test('an https address alone is shown in a frame', () => {
  assert.equal(frameAddress(' https://docs.example.com/start?x=1 \n'), 'https://docs.example.com/start?x=1');
});

test('anything else is markup', () => {
  for (const text of [
    '',
    'See https://docs.example.com',
    'http://docs.example.com',
    'javascript:alert(1)',
    'https://',
  ]) {
    assert.equal(frameAddress(text), undefined, text);
  }
});
