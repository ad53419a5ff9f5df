import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import { modelFor, samples } from './index.ts';
import type { SampleUse } from './sample.ts';

const use: SampleUse = { address: 'https://gateway.example', key: 'sk-abc', model: 'gpt-6-sol', stream: false };
const written = (id: string, change: Partial<SampleUse> = {}) =>
  samples
    .find((sample) => sample.id === id)
    ?.write({ ...use, ...change })
    .map(({ text }) => text)
    .join('\n') ?? '';

test('every sample has the address with the base its client wants, the key and the model', () => {
  for (const sample of samples) {
    const text = written(sample.id);
    assert.ok(text.includes(`${use.address}${sample.base}`), sample.id);
    assert.equal(text.includes(`${use.address}/v1`), sample.base === '/v1', `${sample.id} and the version`);
    assert.ok(text.includes(use.key) && text.includes(use.model), sample.id);
  }
});

test('what differs for streams says so, and nothing else differs', () => {
  for (const { id, streams = false } of samples) {
    assert.equal(written(id, { stream: true }) !== written(id), streams, id);
  }
});

test('samples have names of their own', () => {
  assert.equal(new Set(samples.map(({ id }) => id)).size, samples.length);
});

test('code for Node can be read by Node, whatever a model is called', () => {
  for (const id of ['openai-node', 'anthropic-node', 'gemini-node']) {
    for (const stream of [false, true]) {
      assert.doesNotThrow(() => stripTypeScriptTypes(written(id, { stream, model: 'it\'s "odd"\\' })), id);
    }
  }
});

test('the body of curl is JSON, also with quotes in the name of the model', () => {
  const script = written('curl', { model: "it's" }).replace(/^curl/, 'printf "%s\\n"');
  const words = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
  const body = JSON.parse(words.slice(words.indexOf('{\n')));
  assert.deepEqual(body, { model: "it's", messages: [{ role: 'user', content: 'Hello!' }] });
});

test('a client gets a model of its maker when the key reaches one, else the first', () => {
  const [claude] = samples.filter(({ id }) => id === 'claude-code');
  assert.ok(claude !== undefined);
  assert.equal(modelFor(claude, ['gpt-6-sol', 'claude-opus-5']), 'claude-opus-5');
  assert.equal(modelFor(claude, ['gpt-6-sol']), 'gpt-6-sol');
});
