import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readByNode } from '../../../fuzz/node-server.ts';
import { HeadReader } from './head-reader.ts';
import { type RequestHead, readRequestHead } from './request-head.ts';

const targets = new Set(['/v1/chat/completions', '/v1/messages', '/v1/messages?beta=true']);
const first = 'POST /v1/chat/completions HTTP/1.1';
const common = ['Host: gateway.example', 'Content-Type: application/json', 'Content-Length: 2'];

function bytesOf(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
}

function read(bytes: Buffer): RequestHead | undefined {
  return readRequestHead(bytes, targets);
}

describe('takes', () => {
  const fields: Readonly<Record<string, readonly string[]>> = {
    'what a client sends at least': common,
    'any case of names, no blank behind the colon, blanks around values': [
      'HOST:127.0.0.1:3001',
      'content-type:\tapplication/json \t',
      'cOnTeNt-LeNgTh:2',
    ],
    'a charset': ['host: [::1]:3001', 'content-type: application/json; charset=UTF-8', 'content-length: 2'],
    'the wish to keep the connection': [...common, 'Connection: Keep-Alive'],
    'empty values, tabs within values, all characters of a token': [
      ...common,
      'x-a:',
      'x-b: 1\t2',
      "!#$%&'*+-.^_`|~09: c",
    ],
    'names that objects have': [...common, 'constructor-of: x', 'to-string: x'],
  };
  for (const [name, lines] of Object.entries(fields)) {
    test(name, async () => {
      const head = bytesOf(first, ...lines, '');
      const found = read(Buffer.concat([head, Buffer.from('{} and more')]));
      assert.deepEqual(
        [found?.fields.url, found?.contentLength, found?.length],
        ['/v1/chat/completions', 2, head.length],
      );
      const [request] = await readByNode(Buffer.concat([head, Buffer.from('{}')]));
      assert.deepEqual({ ...request?.headers }, { ...found?.fields.headers, 'content-length': '2' });
    });
  }

  test('the addresses it is told, with the query that belongs to them', () => {
    for (const target of targets)
      assert.equal(read(bytesOf(`POST ${target} HTTP/1.1`, ...common, ''))?.fields.url, target);
  });

  test('a head of 8 KiB, and none that is longer', () => {
    const rest = bytesOf(first, ...common, 'x-a: ', '').length - 4;
    const length = (size: number) => read(bytesOf(first, ...common, `x-a: ${'a'.repeat(size)}`, ''))?.length;
    assert.equal(length(8_192 - rest), 8_196);
    assert.equal(length(8_193 - rest), undefined);
  });
});

const json = 'content-type: application/json';
const refused: Readonly<Record<string, readonly string[]>> = {
  'another method': ['GET /v1/messages HTTP/1.1', ...common],
  'a method in lower case': ['post /v1/messages HTTP/1.1', ...common],
  'another address': ['POST /v1/models HTTP/1.1', ...common],
  'an address in another case': ['POST /V1/messages HTTP/1.1', ...common],
  'an address with a version too many': ['POST /v1/v1/messages HTTP/1.1', ...common],
  'an address with a slash at its end': ['POST /v1/messages/ HTTP/1.1', ...common],
  'an escaped address': ['POST /v1/%6dessages HTTP/1.1', ...common],
  'a query': ['POST /v1/messages?key=sk-a HTTP/1.1', ...common],
  'a fragment': ['POST /v1/messages#a HTTP/1.1', ...common],
  'an absolute address': ['POST http://gateway.example/v1/messages HTTP/1.1', ...common],
  'two blanks before the address': ['POST  /v1/messages HTTP/1.1', ...common],
  'two blanks behind the address': ['POST /v1/messages  HTTP/1.1', ...common],
  'a tab behind the address': ['POST /v1/messages\tHTTP/1.1', ...common],
  'HTTP/1.0': ['POST /v1/messages HTTP/1.0', ...common],
  'HTTP/2': ['POST /v1/messages HTTP/2.0', ...common],
  'HTTP in lower case': ['POST /v1/messages http/1.1', ...common],
  'no version': ['POST /v1/messages', ...common],
  'something behind the version': ['POST /v1/messages HTTP/1.1 ', ...common],
  'an empty line before it': ['', first, ...common],
  'no header at all': [first],
  'no host': [first, json, 'content-length: 2'],
  'an empty host': [first, 'host:', json, 'content-length: 2'],
  'a host with a blank': [first, 'host: a b', json, 'content-length: 2'],
  'a host with a path': [first, 'host: a/b', json, 'content-length: 2'],
  'a host with a name before it': [first, 'host: a@b', json, 'content-length: 2'],
  'two hosts': [first, ...common, 'host: other.example'],
  'no length': [first, 'host: a', json],
  'an empty length': [first, 'host: a', json, 'content-length:'],
  'a length of nothing': [first, 'host: a', json, 'content-length: 0'],
  'a length with a sign': [first, 'host: a', json, 'content-length: +2'],
  'a length below nothing': [first, 'host: a', json, 'content-length: -2'],
  'a length with a zero before it': [first, 'host: a', json, 'content-length: 02'],
  'a length in hexadecimal': [first, 'host: a', json, 'content-length: 0x2'],
  'a length with an exponent': [first, 'host: a', json, 'content-length: 2e0'],
  'a length with a point': [first, 'host: a', json, 'content-length: 2.0'],
  'a list of lengths': [first, 'host: a', json, 'content-length: 2, 2'],
  'a length beyond counting': [first, 'host: a', json, 'content-length: 9999999999999'],
  'two equal lengths': [first, ...common, 'content-length: 2'],
  'two lengths': [first, ...common, 'Content-Length: 3'],
  'a blank behind the name of the length': [first, 'host: a', json, 'content-length : 2'],
  'a transfer coding': [first, ...common, 'transfer-encoding: chunked'],
  'a transfer coding that is none': [first, ...common, 'Transfer-Encoding: identity'],
  'an empty transfer coding': [first, ...common, 'transfer-encoding:'],
  'a coded body': [first, ...common, 'content-encoding: gzip'],
  'an expectation': [first, ...common, 'expect: 100-continue'],
  'an upgrade': [first, ...common, 'upgrade: h2c'],
  'an upgrade of the connection': [first, ...common, 'connection: upgrade', 'upgrade: websocket'],
  'the wish to close': [first, ...common, 'connection: close'],
  'a header that belongs to the connection': [first, ...common, 'connection: keep-alive, x-a'],
  trailers: [first, ...common, 'trailer: x-a'],
  'the wish for trailers': [first, ...common, 'te: trailers'],
  'settings of HTTP/2': [first, ...common, 'http2-settings: AAMAAABkAARAAAAAAAIAAAAA'],
  'a wish to a proxy': [first, ...common, 'proxy-connection: keep-alive'],
  'how long to keep the connection': [first, ...common, 'keep-alive: timeout=5'],
  'no type': [first, 'host: a', 'content-length: 2'],
  'a form': [first, 'host: a', 'content-type: multipart/form-data; boundary=a', 'content-length: 2'],
  'another charset': [first, 'host: a', 'content-type: application/json; charset=latin1', 'content-length: 2'],
  'a header twice': [first, ...common, 'x-a: 1', 'X-A: 1'],
  'a key twice': [first, ...common, 'authorization: Bearer a', 'authorization: Bearer b'],
  'a header that goes on in the next line': [first, ...common, 'x-a: 1', ' 2'],
  'a header that goes on behind a tab': [first, ...common, 'x-a: 1', '\t2'],
  'a header without a name': [first, ...common, ': 1'],
  'a header without a colon': [first, ...common, 'x-a'],
  'a name with a blank': [first, ...common, 'x a: 1'],
  'a name beyond ASCII': [first, ...common, 'x-\u00e4: 1'],
  'a value beyond ASCII': [first, ...common, 'x-a: \u00e4'],
  'a NUL': [first, ...common, 'x-a: 1\u00002'],
  'a DEL': [first, ...common, 'x-a: 1\u007f2'],
  'a vertical tab': [first, ...common, 'x-a: \u000b'],
  'a bare LF in a value': [first, ...common, 'x-a: 1\nx-b: 2'],
  'a bare CR in a value': [first, ...common, 'x-a: 1\rx-b: 2'],
  'a bare LF behind the first line': [`${first}\nx-a: 1`, ...common],
  'a bare CR at the end of a line': [first, ...common, 'x-a: 1\r'],
  __proto__: [first, ...common, '__proto__: 1'],
  constructor: [first, ...common, 'constructor: 1'],
  'toString in lower case, twice': [first, ...common, 'tostring: 1', 'tostring: 2'],
  '9 kB of one header': [first, ...common, `x-a: ${'a'.repeat(9_000)}`],
};

describe('leaves to others', () => {
  for (const [name, lines] of Object.entries(refused)) {
    test(name, () => {
      const head = bytesOf(...lines, '');
      assert.equal(read(head), undefined);
      // Nor when the head before it was right.
      const reader = new HeadReader();
      assert.ok(reader.read(bytesOf(first, ...common, ''), targets));
      assert.equal(reader.read(head, targets), undefined);
    });
  }

  test('a head that is not whole, wherever it is cut', () => {
    const head = bytesOf(first, ...common, '');
    const reader = new HeadReader();
    assert.ok(reader.read(head, targets));
    for (let at = 0; at < head.length; at++) {
      assert.equal(read(head.subarray(0, at)), undefined);
      assert.equal(reader.read(head.subarray(0, at), targets), undefined);
    }
  });

  test('a head like the last one but for a length that is none', () => {
    const headOf = (length: string) => bytesOf(first, 'host: a', `content-length: ${length}`, json, '');
    const reader = new HeadReader();
    for (const length of ['2', '30', '999999999999', '7']) {
      assert.equal(reader.read(headOf(length), targets)?.contentLength, Number(length));
      for (const none of ['02', '0', '', '+2', '-2', '2e0', '2,2', '2 2', '0x2', '2\n', '2\r\nx: 1\n', '1'.repeat(13)])
        assert.equal(reader.read(headOf(none), targets), undefined, JSON.stringify(none));
    }
  });

  test('a head whose lines end in LF alone', () => {
    assert.equal(read(Buffer.from([first, ...common, '', ''].join('\n'))), undefined);
    assert.equal(read(Buffer.from(`${[first, ...common].join('\n')}\r\n\r\n`)), undefined);
  });
});

const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constantFrom('x-a', 'X-B', 'accept', 'User-Agent', 'authorization', 'cookie', 'x-c'),
      fc.constantFrom(':', ': ', ':\t'),
      fc.string({ maxLength: 12 }),
      fc.constantFrom('', '', ' ', '\t'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('Content-Length', 'content-length', 'transfer-encoding', 'connection', 'host', 'expect', 'x'),
      fc.constantFrom(':', ': ', ' :'),
      fc.constantFrom('2', '+2', '02', '2,2', 'chunked', 'close', 'keep-alive', 'a', '\u000b2', '\u00a02'),
      fc.constantFrom('', ' ', '\r', '\n x'),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.string({ unit: 'binary-ascii', maxLength: 12 })) },
);

const heads = fc.record({
  length: fc.integer({ min: 1, max: 60 }),
  before: fc.array(line, { maxLength: 3 }),
  behind: fc.array(line, { maxLength: 3 }),
  target: fc.constantFrom(...targets),
  ends: fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n'),
});

test('whatever it takes, Node reads as the same request, and the next one behind it', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      heads,
      fc.integer({ min: 1, max: 60 }),
      async ({ length, before, behind, target, ends }, other) => {
        const lines = (size: number) => [
          `POST ${target} HTTP/1.1`,
          ...before.map((parts) => parts.join('')),
          'Host: gateway.example',
          'Content-Type: application/json',
          `Content-Length: ${size}`,
          ...behind.map((parts) => parts.join('')),
        ];
        const headOf = (size: number) => Buffer.from(`${lines(size).join(ends)}${ends}\r\n`, 'latin1');
        const bytes = headOf(length);
        const reader = new HeadReader();
        const head = reader.read(bytes, targets);
        assert.deepEqual(head, read(bytes));
        // The next head of the connection is read as if it were the first.
        assert.deepEqual(reader.read(headOf(other), targets), read(headOf(other)));
        if (!head) return;
        taken++;
        const body = 'b'.repeat(head.contentLength);
        const [request, next] = await readByNode(
          Buffer.concat([bytes.subarray(0, head.length), Buffer.from(`${body}GET /next HTTP/1.1\r\nhost: a\r\n\r\n`)]),
        );
        assert.deepEqual(
          { ...request, headers: { ...request?.headers } },
          {
            method: 'POST',
            url: target,
            version: '1.1',
            headers: { ...head.fields.headers, 'content-length': String(head.contentLength) },
            body,
          },
        );
        assert.equal(next?.url, '/next');
      },
    ),
    { numRuns: 600 },
  );
  assert.ok(taken > 60, `only ${taken} heads were taken`);
});
