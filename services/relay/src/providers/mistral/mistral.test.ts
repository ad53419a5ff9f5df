import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sse } from '../../egress/framing/sse.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { amend } from './amend.ts';
import { mistralChat } from './dialect.ts';
import { mistral } from './index.ts';
import { narrow } from './narrow.ts';
import { embeddings, moderations } from './operations.ts';
import { shortId } from './write-messages.ts';

const silent = () => {};
const question = { role: 'user', content: 'When is low water?' };

test('thoughts and text in one list come apart, wherever the stream is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'thinking.sse'), sse, mistralChat.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'Häfen first.');
  assert.equal(textOf(parts, 'text'), 'At 16:40');
  const last = parts.at(-1);
  assert.ok(last?.type === 'finish');
  assert.equal(last.finishReason.unified, 'length');
  assert.deepEqual(last.usage, { prompt: 19, completion: 9, cacheRead: 16, cacheWrite: 0 });
});

test('calls without an index keep apart; arguments are the bytes that came, objects become text', () => {
  const parts = replay(readFixture(import.meta.url, 'tool-call.sse'), sse, mistralChat.readStream);
  const input = (id: string) =>
    parts.map((part) => (part.type === 'tool-input-delta' && part.id === id ? part.text : '')).join('');
  assert.equal(input('aB3dE6gH9'), '{"port":  "Brest"}');
  assert.equal(input('zY8xW5vU2'), '{"zone":"CET"}');
});

test('an error with status 200 is an error', () => {
  const events = 'data: {"object":"error","message":"Service tier capacity exceeded","type":"x","code":3505}\n\n';
  const last = replay(events, sse, mistralChat.readStream).at(-1);
  assert.ok(last?.type === 'error' && last.error.verdict === 'retry');
});

test('members that Mistral does not know are left out, and told when they matter', () => {
  const warnings: string[] = [];
  const sent = narrow(
    {
      model: 'codestral-latest',
      messages: [question],
      seed: 7,
      max_completion_tokens: 9,
      tool_choice: 'required',
      reasoning_effort: 'low',
      safe_prompt: true,
      stream_options: { include_usage: true },
      user: 'u',
      logit_bias: { 1: 1 },
    },
    (field) => warnings.push(field),
  );
  assert.deepEqual(sent, {
    model: 'codestral-latest',
    messages: [question],
    random_seed: 7,
    max_tokens: 9,
    tool_choice: 'required',
    safe_prompt: true,
  });
  assert.deepEqual(warnings, ['logit_bias']);
});

test('effort is none or high, a mode, or nothing', () => {
  const effort = (model: string, reasoning_effort: string) => {
    const { model: _, messages: __, ...rest } = narrow({ model, messages: [], reasoning_effort }, silent);
    return rest;
  };
  assert.deepEqual(effort('mistral-large-4', 'none'), { reasoning_effort: 'none' });
  assert.deepEqual(effort('mistral-small-latest', 'minimal'), { reasoning_effort: 'high' });
  assert.deepEqual(effort('magistral-small-latest', 'low'), { prompt_mode: 'reasoning' });
  assert.deepEqual(effort('devstral-latest', 'low'), {});
});

test('ids of calls have nine characters, the same in call and result, and results name their tool', () => {
  const call = { id: 'call_long_foreign_id', type: 'function', function: { name: 'tide', arguments: '{"a": 1}' } };
  const { messages } = narrow(
    {
      model: 'm',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        question,
        { role: 'assistant', content: '', reasoning_content: 'Tables', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_long_foreign_id', content: '10:12' },
        { role: 'assistant', content: '' },
        { role: 'assistant', content: 'At' },
      ],
    },
    silent,
  );
  const id = shortId('call_long_foreign_id');
  assert.match(id, /^[A-Za-z0-9]{9}$/);
  assert.deepEqual(messages, [
    { role: 'system', content: 'Be brief.' },
    question,
    {
      role: 'assistant',
      content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Tables' }] }],
      tool_calls: [{ ...call, id }],
    },
    { role: 'tool', tool_call_id: id, name: 'tide', content: '10:12' },
    { role: 'assistant', content: 'At', prefix: true },
  ]);
  assert.equal(shortId('aB3dE6gH9'), 'aB3dE6gH9');
});

test('a user speaks first, and not right behind a result', () => {
  const call = { id: 'aB3dE6gH9', type: 'function', function: { name: 'tide', arguments: '{}' } };
  const system = { role: 'system', content: 'Be brief.' };
  const calling = { role: 'assistant', tool_calls: [call] };
  const result = { role: 'tool', tool_call_id: 'aB3dE6gH9', name: 'tide', content: '10:12' };
  const opening = { role: 'user', content: '.' };
  const reply = { role: 'assistant', content: 'OK.' };
  const written = (...messages: object[]) => narrow({ model: 'm', messages }, silent).messages;
  assert.deepEqual(written(system, calling, result, result, question), [
    ...[system, opening, calling, result, result, reply, question],
  ]);
  assert.deepEqual(written(question, calling, result, system, question), [
    ...[question, calling, result, reply, system, question],
  ]);
  assert.deepEqual(written(system, question), [system, question]);
});

test('documents and sound get their own shapes', () => {
  const { messages } = narrow(
    {
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' } },
            { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } },
          ],
        },
      ],
    },
    silent,
  );
  assert.deepEqual((messages as { content: unknown }[])[0]?.content, [
    { type: 'document_url', document_url: 'data:application/pdf;base64,aGk=', document_name: 'a.pdf' },
    { type: 'input_audio', input_audio: 'aGk=' },
  ]);
});

test('embeddings and moderations are written and read as either side has them', () => {
  const request = { model: 'codestral-embed', input: 'a', dimensions: 256, encoding_format: 'base64', user: 'u' };
  assert.deepEqual(embeddings.writeRequest?.(request, silent), {
    model: 'codestral-embed',
    input: 'a',
    output_dimension: 256,
  });
  const answer = moderations.readResponse?.({ results: [{ categories: { pii: true, law: false } }] }, {});
  assert.deepEqual(answer, { results: [{ flagged: true, categories: { pii: true, law: false } }] });
});

for (const [status, body, verdict] of [
  [400, { object: 'error', message: 'Invalid model: x', type: 'invalid_model', code: '1500' }, 'retry'],
  [400, { object: 'error', message: 'bad', type: 'invalid_request_error', code: '3051' }, 'client'],
  [422, { object: 'error', message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'x'] }] } }, 'client'],
  [422, { detail: [{ type: 'missing', loc: ['body', 'model'], msg: 'Field required' }] }, 'client'],
  [401, { detail: 'Unauthorized' }, 'credential'],
  [402, { message: 'pay' }, 'credential'],
  [403, { message: 'not in your workspace' }, 'retry'],
  [429, { object: 'error', message: 'Requests rate limit exceeded', code: '1300' }, 'retry'],
  [503, { message: 'down' }, 'retry'],
] as const) {
  test(`${status} ${JSON.stringify(body)} is judged ${verdict}`, () => {
    const error = mistral.endpoints[0]?.dialect.readError(status, JSON.stringify(body));
    assert.equal(error?.verdict, verdict);
    assert.ok(error?.message && !error.message.startsWith('[object'));
  });
}

test('to refuse something else does not cost a parse of all that was sent', () => {
  const detail = [{ type: 'value_error', loc: ['body', 'messages', 0], msg: 'Input should be a valid text' }];
  for (const body of ['{"message":"Invalid model"}', JSON.stringify({ detail })]) {
    assert.equal(
      amend({ status: 422, body, model: 'm', sent: () => assert.fail('it was read'), isClients: () => false }),
      undefined,
    );
  }
});
