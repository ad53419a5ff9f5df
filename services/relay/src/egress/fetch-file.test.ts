import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { parseCidrs } from '@switchyard/http';
import { refuse } from '../errors.ts';
import { fileFetcher } from './fetch-file.ts';
import type { FileRoom } from './request-files.ts';

const mebibyte = 1_048_576;
const fetchFile = fileFetcher(parseCidrs('127.0.0.0/8'), () => undefined);
const room: FileRoom = { signal: new AbortController().signal, take() {} };
const server = createServer((_request, response) => answer(response));
let answer: (response: ServerResponse) => void;
let url: string;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const of = (type: string, body: Buffer | string = 'x') => {
  answer = (response) => response.writeHead(200, { 'content-type': type }).end(body);
};

for (const [type, mediaType] of [
  ['image/png', 'image/png'],
  ['IMAGE/JPEG; charset=binary', 'image/jpeg'],
  ['image/webp', 'image/webp'],
  ['image/heic', 'image/heic'],
  ['audio/mpeg', 'audio/mpeg'],
  ['video/mp4', 'video/mp4'],
  ['application/pdf', 'application/pdf'],
  ['text/plain; charset=utf-8', 'text/plain'],
] as const) {
  test(`a file of ${type} is read`, async () => {
    of(type, 'abc');
    assert.deepEqual(await fetchFile(url, room), { mediaType, base64: 'YWJj' });
  });
}

for (const type of ['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/css', 'application/javascript', '']) {
  test(`what calls itself ${type || 'nothing'} is refused, since it may run or is no file for a model`, async () => {
    of(type);
    await assert.rejects(fetchFile(url, room), { status: 400, message: /no picture, sound, film, PDF or plain text/ });
  });
}

test('a file of 20 MiB is read, a longer one is too large', async () => {
  of('image/png', Buffer.alloc(20 * mebibyte));
  assert.equal((await fetchFile(url, room)).base64.length, Math.ceil((20 * mebibyte) / 3) * 4);
  of('image/png', Buffer.alloc(20 * mebibyte + 1));
  await assert.rejects(fetchFile(url, room), { status: 413, message: /larger than 20 MiB/ });
});

test('a file without an end is refused within ten seconds', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const timer = setInterval(() => response.write('x'), 1_000);
    response.on('close', () => clearInterval(timer));
  };
  const begunAt = performance.now();
  await assert.rejects(fetchFile(url, room), { status: 400, message: /took longer than 9 s/ });
  assert.ok(performance.now() - begunAt < 10_000);
});

test('addresses inside, ports of other services, redirects and refusals are the client’s to mend', async () => {
  const publicOnly = fileFetcher(parseCidrs(''), () => undefined);
  await assert.rejects(publicOnly(url, room), { status: 400, message: /not public/ });
  await assert.rejects(fetchFile('http://127.0.0.1:6379/', room), {
    status: 400,
    message: /its port is none of the web/,
  });
  for (const status of [302, 404, 500]) {
    answer = (response) => response.writeHead(status, { location: '/else', 'content-type': 'image/png' }).end();
    await assert.rejects(fetchFile(url, room), { status: 400, message: new RegExp(`answered ${status}`) });
  }
  answer = (response) => response.destroy();
  await assert.rejects(fetchFile(`${url}?token=secret`, room), { status: 400, message: /^[^?]*did not answer\.$/ });
});

test('the refusal of memory is passed on as it is', async () => {
  of('image/png');
  const full: FileRoom = {
    ...room,
    take: () => {
      throw refuse('overloaded');
    },
  };
  await assert.rejects(fetchFile(url, full), { status: 503, code: 'overloaded' });
});
