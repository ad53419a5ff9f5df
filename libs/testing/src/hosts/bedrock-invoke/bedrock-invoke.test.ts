import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { picture } from '../midjourney.ts';
import { bearer } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { bedrockInvoke } from './bedrock-invoke.ts';

const host = await startHost(bedrockInvoke({ proof: bearer('api-key') }));
after(() => host.close());

const model = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
const user = { role: 'user', content: 'When is low tide?' };
const tools = [{ name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }];
const plain = { anthropic_version: 'bedrock-2023-05-31', max_tokens: 2_000, messages: [user] };

function ask(body: object, action = 'invoke', id = model) {
  return fetch(`${host.url}/model/${encodeURIComponent(id)}/${action}`, {
    method: 'POST',
    headers: { authorization: 'Bearer api-key' },
    body: JSON.stringify(body),
  });
}

/** Payloads of frames that stand one behind the other, as the tables of AWS lay them out. */
function* payloads(bytes: Buffer): Generator<{ bytes: string }> {
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const payload = bytes.subarray(at + 12 + bytes.readUInt32BE(at + 4), at + bytes.readUInt32BE(at) - 4);
    yield JSON.parse(payload.toString());
  }
}

test('a stream of frames joins to the same message as the whole reply', async () => {
  for (const body of [plain, { ...plain, tools }]) {
    const whole = (await (await ask(body)).json()) as { model: string; content: Record<string, unknown>[] };
    const streamed = await ask(body, 'invoke-with-response-stream');
    assert.equal(streamed.headers.get('content-type'), 'application/vnd.amazon.eventstream');
    const frames = [...payloads(Buffer.from(await streamed.arrayBuffer()))];
    const events = frames.map(({ bytes }) => JSON.parse(Buffer.from(bytes, 'base64').toString()));
    const deltas = events.filter(({ type }) => type === 'content_block_delta').map(({ delta }) => delta);
    const text = deltas.map(({ text = '' }) => text).join('');
    const input = deltas.map(({ partial_json = '' }) => partial_json).join('');
    const [block] = whole.content;
    assert.equal(text, block?.text ?? '');
    assert.deepEqual(input && JSON.parse(input), block?.input ?? '');
    assert.equal(whole.model, 'claude-haiku-4-5-20251001');
    assert.equal(events[0].message.model, whole.model);
    const metrics = events.at(-1)['amazon-bedrock-invocationMetrics'];
    assert.equal(metrics.outputTokenCount, events.at(-2).usage.output_tokens);
  }
});

const url = { type: 'image', source: { type: 'url', url: 'https://pictures.example/1.png' } };
const format = { type: 'json_schema', schema: { type: 'object', properties: {}, additionalProperties: false } };
const refused: Record<string, [object, RegExp, string?]> = {
  'a model in the body': [{ model: 'x' }, /model: Extra inputs/],
  'a switch for streams in the body': [{ stream: true }, /stream: Extra inputs/],
  'caching of everything': [{ cache_control: { type: 'ephemeral' } }, /cache_control: Extra inputs/],
  'no version in the body': [{ anthropic_version: undefined }, /anthropic_version/],
  'a picture by its address': [{ messages: [{ role: 'user', content: [url] }] }, /'url'/],
  'a model without a profile': [{}, /on-demand throughput/, 'anthropic.claude-haiku-4-5-20251001-v1:0'],
  'a model of others': [{}, /identifier is invalid/, 'claude-haiku-4-5'],
  'a schema where none can be forced': [{ output_config: { format } }, /format/, 'us.anthropic.claude-opus-5-5'],
};
for (const [what, [change, message, id]] of Object.entries(refused)) {
  test(`refuses ${what}`, async () => {
    const reply = await ask({ ...plain, ...change }, 'invoke', id);
    assert.equal(reply.status, 400);
    assert.match(reply.headers.get('x-amzn-errortype') ?? '', /^ValidationException:/);
    assert.match(((await reply.json()) as { message: string }).message, message);
  });
}

test('takes betas in the body, pictures as base64 and schemas where they can be forced', async () => {
  const source = { type: 'base64', media_type: 'image/png', data: picture.toString('base64') };
  const messages = [{ role: 'user', content: [{ type: 'image', source }] }];
  assert.equal(
    (await ask({ ...plain, messages, anthropic_beta: ['context-1m'], output_config: { format } })).status,
    200,
  );
});

test('refuses a wrong key', async () => {
  const reply = await fetch(`${host.url}/model/${encodeURIComponent(model)}/invoke`, { method: 'POST', body: '{}' });
  assert.equal(reply.status, 403);
});
