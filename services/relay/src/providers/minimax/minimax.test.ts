import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { sse } from '../../egress/framing/sse.ts';
import { GatewayError } from '../../errors.ts';
import { patched } from '../../harness/patched.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { errorIn } from './base-resp.ts';
import { chatPatches } from './chat-patches.ts';
import { minimaxEmbeddings } from './embeddings.ts';
import { minimaxImages } from './images.ts';
import { minimax } from './index.ts';
import { readKey } from './key.ts';
import { minimaxSpeech } from './speech.ts';

const dialect = minimax.endpoints[0]?.dialect as UpstreamDialect;
const messages = [{ role: 'user', content: 'When is low water?' }];
const patch = (body: object, model = 'MiniMax-M3') => patched(chatPatches, { messages, ...body }, model);

test('the last event of a stream is counted but not said again, wherever the stream is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'text.sse'), sse, dialect.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'Tables.');
  assert.equal(textOf(parts, 'text'), 'Hello — 港');
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { prompt: 5, completion: 2, cacheRead: 0, cacheWrite: 0 },
  });
});

test('usage without choices counts, zeros do not', () => {
  const bytes = [
    '{"id":"1","choices":[{"index":0,"delta":{"content":"Ebb"},"finish_reason":"stop"}]}',
    '{"id":"1","choices":[],"usage":{"prompt_tokens":4,"completion_tokens":1,"total_tokens":5}}',
    '{"id":"1","choices":[],"usage":{"total_tokens":0}}',
    '[DONE]',
  ].map((data) => `data: ${data}\n\n`);
  const last = replay(bytes.join(''), sse, dialect.readStream).at(-1);
  assert.deepEqual(last?.type === 'finish' && last.usage, { prompt: 4, completion: 1, cacheRead: 0, cacheWrite: 0 });
});

test('a failure within a stream is judged by its code; moderation is a reason to finish', () => {
  const last = (event: object) => replay(`data: ${JSON.stringify(event)}\n\n`, sse, dialect.readStream).at(-1);
  const failed = last({ choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } });
  assert.ok(failed?.type === 'error' && failed.error.verdict === 'credential');
  const blocked = last({ choices: [{ finish_reason: 'stop', delta: { content: '' } }], output_sensitive: true });
  assert.ok(blocked?.type === 'finish' && blocked.finishReason.unified === 'content-filter');
});

test('a whole answer is read with its thinking', () => {
  const { parts } = dialect.readResponse({
    id: '1',
    choices: [
      {
        finish_reason: 'stop',
        message: {
          role: 'assistant',
          content: 'At six.',
          reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }],
        },
      },
    ],
    base_resp: { status_code: 0, status_msg: '' },
  });
  assert.deepEqual(parts, [
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'At six.' },
  ]);
});

test('settings that MiniMax refuses are brought into its limits or left out', () => {
  const body = patch({ temperature: 0, max_tokens: 9, n: 1, seed: 1, presence_penalty: 1, logit_bias: {} });
  assert.deepEqual(body, { messages, temperature: 0.01, max_completion_tokens: 9, reasoning_split: true });
  assert.deepEqual(patch({ reasoning_effort: 'none' }).thinking, { type: 'disabled' });
  assert.equal('thinking' in patch({ reasoning_effort: 'high' }), false);
});

test('what a model thought goes back to it', () => {
  const thought = { role: 'assistant', content: 'At six.', reasoning_content: 'Hm.' };
  assert.deepEqual(patch({ messages: [...messages, thought] }).messages, [
    ...messages,
    { role: 'assistant', content: 'At six.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] },
  ]);
});

test('old models get schemas as texts, named messages and an address of their own', () => {
  const tools = [{ type: 'function', function: { name: 'tide', parameters: { type: 'object' } } }];
  assert.deepEqual(patch({ tools, max_completion_tokens: 9 }, 'abab6.5s-chat'), {
    messages: [{ name: 'user', role: 'user', content: 'When is low water?' }],
    tools: [{ type: 'function', function: { name: 'tide', parameters: '{"type":"object"}' } }],
    max_tokens: 9,
  });
  assert.deepEqual(patch({ tools }).tools, tools);
  const credentials = { key: 'k', organization: '', other: '' };
  const [chat, anthropic] = minimax.endpoints;
  const href = (endpoint: typeof chat, model: string, base = minimax.baseUrl) =>
    endpoint && minimax.url?.(base, endpoint, { model, stream: false, credentials })?.href;
  assert.equal(href(chat, 'abab6.5s-chat'), 'https://api.minimaxi.com/v1/text/chatcompletion_v2');
  assert.equal(href(chat, 'MiniMax-M3'), 'https://api.minimaxi.com/v1/chat/completions');
  assert.equal(
    href(anthropic, 'MiniMax-M3', 'https://api.minimax.io/v1'),
    'https://api.minimax.io/anthropic/v1/messages',
  );
});

test('the group of an old key is found wherever it is told', () => {
  const token = `h.${Buffer.from('{"GroupID":"77"}').toString('base64url')}.s`;
  assert.deepEqual(readKey({ key: 'k|12', other: '34' }), { key: 'k', group: '12' });
  assert.deepEqual(readKey({ key: 'k', other: '34' }), { key: 'k', group: '34' });
  assert.deepEqual(readKey({ key: token, other: '' }), { key: token, group: '77' });
  assert.deepEqual(readKey({ key: 'sk-x', other: '' }), { key: 'sk-x', group: '' });
});

test('speech is asked for with MiniMax’s voices and formats', () => {
  const body = { model: 'speech-2.6-hd', input: 'Low water', voice: 'onyx', speed: 4, response_format: 'wav' };
  assert.deepEqual(
    minimaxSpeech.writeRequest?.(body, () => {}),
    {
      model: 'speech-2.6-hd',
      text: 'Low water',
      stream: false,
      voice_setting: { voice_id: 'presenter_male', speed: 2 },
      audio_setting: { format: 'wav' },
      output_format: 'hex',
    },
  );
  assert.throws(() => minimaxSpeech.writeRequest?.({ ...body, response_format: 'opus' }, () => {}), GatewayError);
});

test('embeddings and pictures have their own shapes', () => {
  const request = { model: 'embo-01', input: 'low' };
  assert.deepEqual(
    minimaxEmbeddings.writeRequest?.(request, () => {}),
    { model: 'embo-01', texts: ['low'], type: 'db' },
  );
  const vectors = { vectors: [[0.5]], total_tokens: 3, base_resp: { status_code: 0 } };
  assert.deepEqual(minimaxEmbeddings.readResponse?.(vectors, request), {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
    model: 'embo-01',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  });
  const picture = { model: 'image-01', prompt: 'A quay', size: '1792x1024', n: 2, response_format: 'b64_json' };
  assert.deepEqual(
    minimaxImages.writeRequest?.(picture, () => {}),
    {
      model: 'image-01',
      prompt: 'A quay',
      aspect_ratio: '16:9',
      n: 2,
      response_format: 'base64',
    },
  );
  const answer = { data: { image_base64: ['iVBO', 'iVBP'] }, metadata: { success_count: '2' } };
  const read = minimaxImages.readResponse?.(answer, picture) as { data: unknown } | undefined;
  assert.deepEqual(read?.data, [{ b64_json: 'iVBO' }, { b64_json: 'iVBP' }]);
  assert.equal(minimaxImages.readUsage(answer)?.calls, 2);
});

for (const [code, verdict] of [
  [1004, 'credential'],
  [2049, 'credential'],
  [1008, 'credential'],
  [2056, 'retry'],
  [1002, 'retry'],
  [1039, 'retry'],
  [1000, 'retry'],
  [1026, 'client'],
  [2013, 'client'],
  [20132, 'client'],
  [2042, 'client'],
] as const) {
  test(`MiniMax’s code ${code} is judged ${verdict}`, () => {
    const payload = { base_resp: { status_code: code, status_msg: 'said' } };
    assert.equal(errorIn(payload)?.verdict, verdict);
    assert.equal(dialect.errorIn(payload)?.verdict, verdict);
    assert.equal(dialect.readError(400, JSON.stringify(payload)).verdict, verdict);
  });
}
