import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openaiChat } from './openai-chat/index.ts';
import { withVerdicts } from './verdicts.ts';

const format = withVerdicts(openaiChat, [
  { status: 403, says: /region/, verdict: 'client' },
  { status: [403, 409], verdict: 'retry' },
  { says: /spent/, verdict: 'credential' },
  { status: 400, begins: /^your key/i, verdict: 'credential' },
]);
const verdict = (status: number, message: string) =>
  format.readError(status, JSON.stringify({ error: { message } })).verdict;

test('the first line that fits decides, else the format itself', () => {
  assert.equal(verdict(403, 'your region'), 'client');
  assert.equal(verdict(403, 'balance'), 'retry');
  assert.equal(verdict(409, 'spent'), 'retry');
  assert.equal(verdict(400, 'spent'), 'credential');
  assert.equal(verdict(400, 'bad field'), 'client');
  assert.equal(verdict(401, 'x'), 'credential');
});

test('an error inside an answer has no status: texts decide, lines of a status alone do not', () => {
  const inAnswer = (message: string) => format.errorIn({ error: { message } })?.verdict;
  assert.equal(inAnswer('your region'), 'client');
  assert.equal(inAnswer('spent'), 'credential');
  assert.equal(inAnswer('boiler burst'), 'retry');
  assert.equal(format.errorIn({ choices: [] }), undefined);
});

test('a sentence of the host is told from what it repeats', () => {
  assert.equal(verdict(400, 'Your key is closed.'), 'credential');
  assert.equal(verdict(400, 'Unknown field: your key'), 'client');
  assert.equal(format.readError(400, '{"error":{"message":"Unknown field","code":"your key"}}').verdict, 'client');
  assert.equal(format.errorIn({ error: { message: 'Your key is closed.' } })?.verdict, 'credential');
});

test('codes and types are looked through as well', () => {
  assert.equal(format.readError(400, '{"error":{"message":"x","code":"all_spent"}}').verdict, 'credential');
});
