import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonBody } from '../../ingress/json-body.ts';
import { SseTap } from '../../metering/sse-tap.ts';
import { BodyEdit } from '../../providers/patch.ts';
import type { Json } from '../canonical.ts';
import { packSignature } from '../packed-signature.ts';
import { openaiResponses } from './index.ts';

function edited(body: Json, upstreamModel = 'gpt-6-sol'): Json {
  const edit = new BodyEdit(JsonBody.of({ model: 'm', ...body }));
  openaiResponses.editRequest(edit, { model: 'm', upstreamModel, stream: true, streamOptions: true, warn() {} });
  return JSON.parse(edit.write().toString('utf8'));
}

test('a body that is passed on is not stored, and asks for proofs beside what the client asked for', () => {
  assert.deepEqual(edited({ input: 'x', store: true, include: ['web_search_call.results'] }), {
    model: 'gpt-6-sol',
    input: 'x',
    store: false,
    include: ['web_search_call.results', 'reasoning.encrypted_content'],
  });
  assert.deepEqual(edited({ input: 'x', include: null }).include, ['reasoning.encrypted_content']);
  assert.equal(edited({ input: 'x' }, 'gpt-4.1').include, undefined);
});

test('reasoning of other makers stays out of a conversation that goes on here', () => {
  const reasoning = (encrypted_content: string) => ({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content });
  const said = { type: 'message', role: 'user', content: 'A text that names "switchyard." is kept.' };
  const own = reasoning('gAAAAopaque');
  const input = [
    reasoning(packSignature({ dialect: 'gemini', value: 'R0VN' })),
    own,
    reasoning(packSignature(undefined)),
    said,
  ];
  assert.deepEqual(edited({ input }).input, [own, said]);
});

test('reasoning that a client takes for stored is left out', () => {
  const call = { type: 'function_call', call_id: 'call_1', name: 'tide', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'call_1', output: 'at six' };
  const said = { role: 'user', content: 'item_reference' };
  const input = [said, { type: 'item_reference', id: 'rs_1' }, call, output];
  assert.deepEqual(edited({ input }).input, [said, call, output]);
});

const event = (type: string, more: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 1, ...more })}\n\n`;
const created = event('response.created', {
  response: { id: 'resp_7', status: 'in_progress', error: null, usage: null },
});
const delta = event('response.output_text.delta', { item_id: 'msg_1', delta: 'Low "response.completed"' });
const usage = { input_tokens: 40, input_tokens_details: { cached_tokens: 8 }, output_tokens: 12, total_tokens: 52 };
const over = (status: string, more: object = {}) =>
  event(`response.${status}`, { response: { id: 'resp_7', status, error: null, usage, ...more } });

function pass(...chunks: string[]) {
  const tap = new SseTap(openaiResponses, openaiResponses, false, String, () => 65_536);
  const sent = chunks.map((chunk) => tap.push(Buffer.from(chunk))?.toString() ?? '');
  return { sent, last: tap.flush()?.toString() ?? '', tap };
}

for (const status of ['completed', 'incomplete']) {
  test(`the event of a response that is ${status} is kept back for the end, and its usage read`, () => {
    const { sent, last, tap } = pass(created, delta, over(status));
    assert.deepEqual(sent, [created, delta, '']);
    assert.equal(last, over(status));
    assert.equal(tap.failure(), undefined);
    assert.deepEqual(tap.usage(), { prompt: 40, completion: 12, cacheRead: 8, cacheWrite: 0 });
    assert.equal(tap.text(), 'Low "response.completed"');
  });
}

test('a response that failed is a failure that the client has seen', () => {
  const failed = over('failed', { error: { code: 'server_error', message: 'Sorry.' }, usage: null });
  const { sent, tap } = pass(created, delta, failed);
  assert.equal(sent.join(''), created + delta + failed);
  assert.equal(tap.failure()?.message, 'Sorry.');
  assert.ok(tap.failureSeen);
});

test('a stream that stops in the middle is a failure that the client must be told', () => {
  const { tap } = pass(created, delta);
  assert.equal(tap.failure()?.verdict, 'retry');
  assert.ok(!tap.failureSeen);
});

test('a response that failed at once can go to another channel', () => {
  const failed = over('failed', { error: { code: 'rate_limit_exceeded', message: 'Slow down.' }, usage: null });
  assert.equal(pass(created + failed).tap.failure()?.verdict, 'retry');
});

const verdicts: readonly [string, string][] = [
  ['server_error', 'retry'],
  ['rate_limit_exceeded', 'retry'],
  ['insufficient_quota', 'credential'],
  ['invalid_prompt', 'client'],
  ['context_length_exceeded', 'client'],
  ['image_content_policy_violation', 'client'],
];
for (const [code, verdict] of verdicts) {
  test(`a response that failed by ${code} is judged ${verdict}`, () => {
    const failed = { object: 'response', status: 'failed', error: { code, message: 'x' } };
    assert.equal(openaiResponses.errorIn(failed)?.verdict, verdict);
  });
}
