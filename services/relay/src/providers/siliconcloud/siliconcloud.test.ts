import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchedBy } from '../../harness/provider-call.ts';
import { siliconcloud } from './index.ts';
import { fillInTheMiddle, images, speech } from './operations.ts';

const silent = () => {};

test('effort is a level, a switch or nothing, as the model has it', () => {
  const effort = (model: string, reasoning_effort: string) => {
    const { model: _, messages: __, ...rest } = patchedBy(siliconcloud, { model, messages: [], reasoning_effort });
    return rest;
  };
  assert.deepEqual(effort('deepseek-ai/DeepSeek-V4-Pro', 'low'), { reasoning_effort: 'high' });
  assert.deepEqual(effort('deepseek-ai/DeepSeek-V4-Pro', 'xhigh'), { reasoning_effort: 'max' });
  assert.deepEqual(effort('deepseek-ai/DeepSeek-V4-Pro', 'none'), { enable_thinking: false });
  assert.deepEqual(effort('Qwen/Qwen3.5-9B', 'none'), { enable_thinking: false });
  assert.deepEqual(effort('Qwen/Qwen3.5-9B', 'low'), { enable_thinking: true });
  assert.deepEqual(effort('Qwen/Qwen3-VL-32B-Instruct', 'none'), {});
});

test('pictures are asked for and answered in the shapes of either side', () => {
  const warnings: string[] = [];
  const request = {
    model: 'Kwai-Kolors/Kolors',
    prompt: 'a tide',
    size: '1024x1024',
    n: 2,
    response_format: 'b64_json',
  };
  assert.deepEqual(
    images.writeRequest?.(request, (field) => warnings.push(field)),
    { model: 'Kwai-Kolors/Kolors', prompt: 'a tide', image_size: '1024x1024', batch_size: 2 },
  );
  assert.deepEqual(warnings, ['response_format']);
  const payload = { images: [{ url: 'https://p.example/1' }, { url: 'https://p.example/2' }], seed: 3 };
  const answer = images.readResponse?.(payload, request) as { data: unknown };
  assert.deepEqual(answer.data, payload.images);
  assert.equal(images.readUsage(payload)?.calls, 2);
});

test('reranks tell their tokens elsewhere', () => {
  const rerank = siliconcloud.endpoints.find(({ operation }) => operation === 'rerank');
  const payload = {
    id: 'r',
    results: [{ index: 0, relevance_score: 0.9 }],
    meta: { tokens: { input_tokens: 31, output_tokens: 0 } },
  };
  assert.equal(rerank?.dialect.readUsage(payload)?.prompt, 31);
});

test('voices get their model in front, text between two ends gets a message', () => {
  const model = 'FunAudioLLM/CosyVoice2-0.5B';
  assert.equal(speech.writeRequest?.({ model, voice: 'anna' }, silent).voice, `${model}:anna`);
  assert.equal(speech.writeRequest?.({ model, voice: 'x:y' }, silent).voice, 'x:y');
  assert.deepEqual(fillInTheMiddle.writeRequest?.({ model: 'm', prompt: 'a', suffix: 'c' }, silent), {
    model: 'm',
    prefix: 'a',
    suffix: 'c',
    messages: [{ role: 'user', content: '' }],
  });
  assert.deepEqual(fillInTheMiddle.writeRequest?.({ model: 'm', prompt: 'a' }, silent), { model: 'm', prompt: 'a' });
});

test('the balance is in the money of the host', async () => {
  const host = async () => ({ code: 20000, data: { totalBalance: '12.50' } });
  const credentials = { key: 'k', organization: '', other: '' };
  assert.deepEqual(await siliconcloud.readBalance?.(host, credentials), { amount: '12.50', currency: 'CNY' });
});

for (const [status, body, verdict] of [
  [400, '{"code":20012,"message":"Model does not exist","data":null}', 'retry'],
  [400, '{"code":20015,"message":"bad parameter","data":null}', 'client'],
  [401, '"Api key is invalid"', 'credential'],
  [403, '{"code":30001,"message":"Sorry, your account balance is insufficient"}', 'credential'],
  [403, '{"code":30003,"message":"Real name verification is needed"}', 'retry'],
  [429, '{"message":"Request was rejected due to rate limiting: TPM limit reached"}', 'retry'],
  [503, '{"code":50505,"message":"overloaded"}', 'retry'],
] as const) {
  test(`${status} ${body} is judged ${verdict}`, () => {
    for (const { dialect } of siliconcloud.endpoints) assert.equal(dialect.readError(status, body).verdict, verdict);
  });
}
