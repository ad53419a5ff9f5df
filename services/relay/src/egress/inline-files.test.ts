import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest, FilePart } from '../dialects/canonical.ts';
import { hasFileUrls, inlineFiles } from './inline-files.ts';

const at = (url: string): FilePart => ({ type: 'file', mediaType: 'image/*', source: { kind: 'url', url } });
const chat = (...files: FilePart[]): ChatRequest => ({
  model: 'm',
  stream: false,
  messages: [
    { role: 'user', parts: [{ type: 'text', text: 'look' }, ...files] },
    { role: 'tool', parts: [{ type: 'tool-result', id: 'c1', content: files }] },
  ],
  tools: [],
  extensions: {},
});

test('every address is read once, wherever it stands', async () => {
  const asked: string[] = [];
  const result = await inlineFiles(chat(at('https://a.example/1'), at('https://a.example/2')), async (url) => {
    asked.push(url);
    return { mediaType: 'image/png', base64: Buffer.from(url).toString('base64') };
  });
  assert.deepEqual(asked.sort(), ['https://a.example/1', 'https://a.example/2']);
  assert.equal(hasFileUrls(result), false);
  const [, first] = result.messages[0]?.parts ?? [];
  assert.deepEqual(first, {
    type: 'file',
    mediaType: 'image/png',
    source: { kind: 'data', base64: Buffer.from('https://a.example/1').toString('base64') },
  });
});

test('a chat without addresses is left alone, one with too many is refused', async () => {
  const inline: FilePart = { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'AA==' } };
  assert.equal(hasFileUrls(chat(inline)), false);
  const many = Array.from({ length: 33 }, (_, i) => at(`https://a.example/${i}`));
  await assert.rejects(
    inlineFiles(chat(...many), () => assert.fail('nothing is read')),
    { status: 400 },
  );
});
