import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { after, test } from 'node:test';
import { LoadGate } from './load-gate.ts';

const mebibyte = 1_048_576;
const gate = new LoadGate({ runningLimit: 10, lagLimitMs: 0, bodiesLimitBytes: 4 * mebibyte }, { size: 0 });
after(() => gate.close());

class Answer extends EventEmitter {
  destroyed = false;
}

test('memory for a body is given back when its answer is over', () => {
  const answer = new Answer();
  assert.equal(gate.claim(3 * mebibyte, answer), undefined);
  assert.equal(gate.bodyBytes, 3 * mebibyte);
  answer.emit('close');
  assert.equal(gate.bodyBytes, 0);
});

test('nothing is claimed for an answer that is over already', () => {
  const answer = new Answer();
  answer.destroyed = true;
  assert.equal(gate.claim(3 * mebibyte, answer)?.status, 503);
  assert.equal(gate.bodyBytes, 0);
});
