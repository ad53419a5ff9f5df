import assert from 'node:assert/strict';
import { HeadReader } from '../../src/ingress/fast-lane/head-reader.ts';
import { readRequestHead } from '../../src/ingress/fast-lane/request-head.ts';
import { readByNode } from '../node-server.ts';
import type { Target } from '../target.ts';

/** The lane knows its targets, which are ASCII. */
const anything = { has: (target: string) => /^\/[!-~]*$/.test(target) };
const common = 'Host: gateway.example\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
const next = 'GET /next HTTP/1.1\r\nHost: x\r\n\r\n';

/**
 * Heads of requests: what the fast lane takes, Node's server reads as the same request with the same headers, and its body ends where the
 * lane says: the request that is put behind it is the next one.
 */
export const requestHeadTarget: Target = {
  name: 'request-head',
  modules: ['fast-lane/request-head.ts', 'fast-lane/head-reader.ts'],
  seeds: [
    `POST /v1/chat/completions HTTP/1.1\r\n${common}\r\n{}`,
    `POST /v1/messages HTTP/1.1\r\n${common}Connection: keep-alive\r\nAuthorization: Bearer sk-a\r\n\r\n{}`,
    `POST /v1/messages HTTP/1.1\r\nhost:x\r\ncontent-type:application/json; charset=utf-8\r\ncontent-length: 1 \r\nx-a: \t b\tc \r\n\r\n1`,
    `POST /v1/responses HTTP/1.1\r\n${common}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  words: [
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    ' ',
    '\t',
    ':',
    '\0',
    '\u000b',
    'POST ',
    ' HTTP/1.1',
    ' HTTP/1.0',
    'Content-Length: 3\r\n',
    'Content-Length: 03\r\n',
    'Content-Length: +3\r\n',
    'Content-Length: 3,3\r\n',
    'content-length : 3\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: identity\r\n',
    'Expect: 100-continue\r\n',
    'Connection: close\r\n',
    'Connection: Keep-Alive\r\n',
    'Connection: upgrade\r\nUpgrade: h2c\r\n',
    'Proxy-Connection: close\r\n',
    'Trailer: x\r\n',
    'Host: y\r\n',
    '__proto__: x\r\n',
    'constructor: x\r\n',
    ' folded\r\n',
    'x-a: é\r\n',
    Buffer.from([0x80]),
    Buffer.from([0x7f]),
  ],
  longest: 1_024,
  async check(input, below) {
    const reader = new HeadReader();
    const head = reader.read(input, anything);
    if (!head || head.contentLength > 4_096) return;
    const { url, headers } = head.fields;
    const length = { 'content-length': String(head.contentLength) };
    // What is compared with the head before it is read as if it were the first.
    const other = relabel(input, below(3_000));
    assert.deepEqual(
      reader.read(other, anything),
      readRequestHead(other, anything),
      'a repeated head is read otherwise',
    );
    const body = Buffer.alloc(head.contentLength, 'b');
    const [first, second] = await readByNode(Buffer.concat([input.subarray(0, head.length), body, Buffer.from(next)]));
    assert.deepEqual(
      { ...first, headers: { ...first?.headers } },
      { method: 'POST', url, version: '1.1', headers: { ...headers, ...length }, body: body.toString() },
      'Node reads another request',
    );
    assert.equal(second?.url, '/next', 'Node ends the body elsewhere');
  },
};

/** The same head with another length, or with what looks like one. */
function relabel(input: Buffer, length: number): Buffer {
  const text = length % 7 === 0 ? `0${length}` : length % 11 === 0 ? '' : String(length);
  return Buffer.from(input.toString('latin1').replace(/(content-length:\s*)\d+/i, `$1${text}`), 'latin1');
}
