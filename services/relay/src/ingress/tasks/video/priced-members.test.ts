import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonBody } from '../../json-body.ts';
import { MultipartBody } from '../../multipart-body.ts';
import { pricedMembers } from './priced-members.ts';

const stated = new Map([
  ['model', '"kling-v3"'],
  ['seconds', '"4"'],
]);
const metadata = {
  Duration: 15,
  resolution: '1080p',
  negative_prompt: 'fog',
  parameters: { n: 4, size: '1920*1080', seed: 7 },
};

test('length, size, model and number reach a host as they were priced, and nowhere else', () => {
  const body = JsonBody.of({
    model: 'cheap',
    prompt: 'A quay',
    seconds: '4',
    Seconds: '12',
    duration: 15,
    resolution: '1080p',
    n: 4,
    image: 'https://e.example/1.png',
    metadata,
  });
  const { set, drop } = pricedMembers(body, stated);
  assert.deepEqual(JSON.parse(body.write(set, drop).toString()), {
    model: 'kling-v3',
    seconds: '4',
    metadata: { negative_prompt: 'fog', parameters: { seed: 7 } },
    prompt: 'A quay',
    image: 'https://e.example/1.png',
  });
});

test('so they do in a form', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ model: 'cheap', prompt: 'A quay', seconds: '4', duration: '15' }))
    form.append(name, value);
  form.append('metadata', JSON.stringify(metadata));
  const encoded = new Response(form);
  const body = await MultipartBody.parse(
    Buffer.from(await encoded.arrayBuffer()),
    encoded.headers.get('content-type') ?? '',
  );
  const { set, drop } = pricedMembers(body, stated);
  const sent = await new Response(new Uint8Array(body.write(set, drop)), {
    headers: { 'content-type': body.contentType },
  }).formData();
  assert.deepEqual(Object.fromEntries(sent), {
    model: 'kling-v3',
    seconds: '4',
    metadata: '{"negative_prompt":"fog","parameters":{"seed":7}}',
    prompt: 'A quay',
  });
});

test('metadata that cannot be read is not passed on', () => {
  const body = JsonBody.of({ model: 'cheap', prompt: 'A quay', metadata: 'duration=15' });
  const { set, drop } = pricedMembers(body, stated);
  assert.equal('metadata' in JSON.parse(body.write(set, drop).toString()), false);
});
