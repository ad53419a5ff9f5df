import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayError } from '../errors.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import type { FilePart, Json } from './canonical.ts';
import type { ClientDialect } from './dialect.ts';
import { gemini } from './gemini/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openaiResponses } from './openai-responses/index.ts';

/** How each dialect names a file by its address, and what its refusal names. */
const clients: readonly (readonly [ClientDialect, string, (url: string) => Json])[] = [
  [
    openaiChat,
    'messages.0.content.0.image_url',
    (url) => ({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] }),
  ],
  [
    openaiResponses,
    'input.0.content.0.image_url',
    (image_url) => ({ input: [{ role: 'user', content: [{ type: 'input_image', image_url }] }] }),
  ],
  [
    openaiResponses,
    'input.0.content.0.file_url',
    (file_url) => ({ input: [{ role: 'user', content: [{ type: 'input_file', file_url }] }] }),
  ],
  [
    anthropicMessages,
    'messages.0.content.source.url',
    (url) => ({ messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }] }),
  ],
  [
    gemini,
    'contents[0].fileData.fileUri',
    (fileUri) => ({ contents: [{ role: 'user', parts: [{ fileData: { fileUri } }] }] }),
  ],
];

for (const [dialect, field, asked] of clients) {
  const sourceOf = (url: string) => {
    const { messages } = dialect.readRequest(asked(url), { model: 'm', stream: false });
    const [file] = messages.flatMap(({ parts }) => parts as FilePart[]);
    assert.ok(file);
    return file.source;
  };

  test(`${dialect.name}: what is no address of a file is refused by the name of its member (${field})`, () => {
    for (const url of [
      'picture.png',
      'ftp://tides.example/a.png',
      'file:///etc/hosts',
      'data:image/png,abc',
      'iVBORw0KGgo=',
    ]) {
      assert.throws(
        () => sourceOf(url),
        (error) => error instanceof GatewayError && error.status === 400 && error.param === field,
        url,
      );
    }
  });

  test(`${dialect.name}: addresses of the web, of Google's store and data URLs are read (${field})`, () => {
    for (const url of ['https://tides.example/a.png', 'HTTP://tides.example/a.png'])
      assert.deepEqual(sourceOf(url), { kind: 'url', url });
    assert.deepEqual(sourceOf('gs://tides/a.png'), { kind: 'id', id: 'gs://tides/a.png' });
    assert.deepEqual(sourceOf('data:image/png;base64,iVBORw0KGgo='), { kind: 'data', base64: 'iVBORw0KGgo=' });
  });
}
