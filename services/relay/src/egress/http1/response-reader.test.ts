import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MalformedAnswer, type ResponseHead } from './response-head.ts';
import { ResponseReader } from './response-reader.ts';

interface Read {
  readonly head: ResponseHead | undefined;
  readonly body: string;
  readonly done: boolean;
  /** Bytes that belong to something else. */
  readonly surplus: number;
}

/** What is read when the bytes come in these pieces, and nothing behind them if `ends`. */
function read(pieces: readonly Buffer[], ends: boolean): Read {
  let heads = 0;
  let body = '';
  const reader = new ResponseReader({
    onHead() {
      heads++;
    },
    onBody(piece) {
      assert.ok(piece.length > 0);
      body += piece.toString('latin1');
    },
  });
  let surplus = 0;
  for (const piece of pieces) {
    if (reader.done) surplus += piece.length;
    else if (piece.length > 0) surplus += piece.length - reader.push(piece);
  }
  if (ends) reader.end();
  assert.equal(heads, reader.head ? 1 : 0);
  return { head: reader.head, body, done: reader.done, surplus };
}

function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\r\n`).join('');
}

const ok = 'HTTP/1.1 200 OK';

interface Answer {
  readonly name: string;
  readonly text: string;
  readonly status?: number;
  readonly headers?: ResponseHead['headers'];
  readonly body: string;
  readonly keepAlive?: boolean;
  readonly keepAliveMs?: number;
  readonly surplus?: number;
  /** The end of the connection is the end of the answer. */
  readonly closes?: boolean;
}

const answers: readonly Answer[] = [
  {
    name: 'a length',
    text: `${lines(ok, 'Content-Type: application/json', 'Content-Length: 10', '')}0123456789`,
    headers: { 'content-type': 'application/json', 'content-length': '10' },
    body: '0123456789',
  },
  { name: 'a length of nothing', text: lines(ok, 'content-length: 0', ''), body: '' },
  { name: 'no reason', text: `${lines('HTTP/1.1 200', 'content-length: 1', '')}x`, body: 'x' },
  { name: 'an empty reason', text: `${lines('HTTP/1.1 200 ', 'content-length: 1', '')}x`, body: 'x' },
  {
    name: 'line ends and a head in its body',
    text: lines(ok, 'content-length: 25', '') + lines('', '', 'HTTP/1.1 500 No', '', ''),
    body: lines('', '', 'HTTP/1.1 500 No', '', '').slice(0, 25),
  },
  {
    name: 'chunks with extensions and trailers',
    text:
      lines(ok, 'Transfer-Encoding: CHUNKED', '') +
      lines('3', 'abc', '1;name=value;other="a b"', 'd', '00A \t', '0123456789', '0;last', 'x-sum: 1', 'x-more: 2', ''),
    headers: { 'transfer-encoding': 'CHUNKED' },
    body: 'abcd0123456789',
  },
  {
    name: 'chunks in which line ends stand',
    text: lines(ok, 'transfer-encoding: chunked', '') + lines('4', '\r\n\r\n', '5', '0\r\n\r\n', '0', ''),
    body: '\r\n\r\n0\r\n\r\n',
  },
  { name: 'no chunk but the last', text: lines(ok, 'transfer-encoding: chunked', '', '0', ''), body: '' },
  {
    name: 'interim answers before it',
    text:
      lines('HTTP/1.1 100 Continue', '', 'HTTP/1.1 103 Early Hints', 'link: </a>', '') +
      lines('HTTP/1.1 429 Too Many Requests', 'content-length: 4', 'retry-after: 1', '') +
      'busy',
    status: 429,
    headers: { 'content-length': '4', 'retry-after': '1' },
    body: 'busy',
  },
  { name: '204', text: lines('HTTP/1.1 204 No Content', ''), status: 204, headers: {}, body: '' },
  {
    name: '304 with the length of what it does not send',
    text: lines('HTTP/1.1 304 Not Modified', 'content-length: 20', ''),
    status: 304,
    body: '',
  },
  {
    name: 'HTTP/1.0, which ends with its connection',
    text: `${lines('HTTP/1.0 200 OK', '')}until it closes`,
    body: 'until it closes',
    keepAlive: false,
    closes: true,
  },
  {
    name: 'HTTP/1.0 that keeps its connection',
    text: `${lines('HTTP/1.0 200 OK', 'connection: Keep-Alive', 'content-length: 2', '')}ok`,
    body: 'ok',
  },
  {
    name: 'neither a length nor chunks',
    text: `${lines(ok, 'content-type: text/plain', '')}until it closes`,
    body: 'until it closes',
    keepAlive: false,
    closes: true,
  },
  {
    name: 'the wish to close',
    text: `${lines(ok, 'Connection: Close', 'content-length: 2', '')}ok`,
    body: 'ok',
    keepAlive: false,
  },
  {
    name: 'how long it keeps its connection',
    text: `${lines(ok, 'connection: keep-alive', 'Keep-Alive: max=100, timeout=5', 'content-length: 2', '')}ok`,
    body: 'ok',
    keepAliveMs: 5_000,
  },
  {
    name: 'a header that comes twice, blanks around a value, bytes beyond ASCII',
    text: `${lines(ok, 'Vary: a', 'x-empty:', 'x-text:\t \u00e4 b\t ', 'vary:b', 'content-length:\t1 ', '')}x`,
    headers: { vary: 'a, b', 'x-empty': '', 'x-text': '\u00e4 b', 'content-length': '1' },
    body: 'x',
  },
  {
    name: 'more than it says',
    text: `${lines(ok, 'content-length: 2', '')}okHTTP/1.1 200 OK`,
    body: 'ok',
    surplus: 15,
  },
  {
    name: 'something behind its last chunk',
    text: `${lines(ok, 'transfer-encoding: chunked', '', '2', 'ok', '0', '')}1\r\n`,
    body: 'ok',
    surplus: 3,
  },
];

describe('an answer is read as it stands, and the same wherever its bytes are cut', () => {
  for (const { name, text, status = 200, headers, body, closes = false, surplus = 0, ...kept } of answers) {
    test(name, () => {
      const bytes = Buffer.from(text, 'latin1');
      const whole = read([bytes], closes);
      const { keepAlive = true, keepAliveMs } = kept;
      assert.equal(whole.head?.status, status);
      assert.deepEqual([whole.head.keepAlive, whole.head.keepAliveMs], [keepAlive, keepAliveMs]);
      if (headers) assert.deepEqual(whole.head.headers, headers);
      assert.deepEqual([whole.body, whole.done, whole.surplus], [body, true, surplus]);
      for (let at = 1; at < bytes.length; at++) {
        assert.deepEqual(read([bytes.subarray(0, at), bytes.subarray(at)], closes), whole, `cut at ${at}`);
      }
      const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
      assert.deepEqual(read(single, closes), whole, 'byte by byte');
    });
  }
});

test('names of headers are told in lower case, however many and however long they are', () => {
  for (let i = 0; i < 600; i++) {
    const names = [`X-Id-${i}`, 'Content-Type', `X-${'Long'.repeat(20)}-${i}`];
    const { head } = read(
      [Buffer.from(lines(ok, ...names.map((name) => `${name}: ${i}`), 'Content-Length: 0', ''))],
      false,
    );
    for (const name of names) assert.equal(head?.headers[name.toLowerCase()], String(i));
  }
});

test('an answer is whole with its last byte, not before', () => {
  for (const { name, text, closes, surplus = 0 } of answers) {
    const bytes = Buffer.from(text, 'latin1');
    const short = bytes.subarray(0, bytes.length - surplus - 1);
    assert.equal(read([short], !closes).done, false, name);
  }
});

const chunked = lines(ok, 'transfer-encoding: chunked', '');

const malformed: Readonly<Record<string, string>> = {
  'a length and a transfer coding': lines(ok, 'content-length: 2', 'transfer-encoding: chunked', '', '0', ''),
  'two lengths': `${lines(ok, 'content-length: 2', 'content-length: 3', '')}abc`,
  'two equal lengths': `${lines(ok, 'content-length: 2', 'content-length: 2', '')}ab`,
  'a list of lengths': `${lines(ok, 'content-length: 2, 2', '')}ab`,
  'a length with a sign': `${lines(ok, 'content-length: +2', '')}ab`,
  'a length below nothing': `${lines(ok, 'content-length: -2', '')}ab`,
  'a length in hexadecimal': `${lines(ok, 'content-length: 0x2', '')}ab`,
  'a length without digits': `${lines(ok, 'content-length:', '')}ab`,
  'a length behind a blank that is none': `${lines(ok, 'content-length: \u00a02', '')}ab`,
  'a length of a zettabyte': lines(ok, `content-length: ${'9'.repeat(21)}`, ''),
  'a coding that nobody asked for': lines(ok, 'transfer-encoding: gzip, chunked', '', '0', ''),
  'chunked twice': lines(ok, 'transfer-encoding: chunked', 'transfer-encoding: chunked', '', '0', ''),
  'a chunk without a size': chunked + lines('', 'abc'),
  'a chunk whose size is a word': chunked + lines('xyz', 'abc'),
  'a chunk with a sign': chunked + lines('+3', 'abc'),
  'a chunk whose size goes on behind a blank': chunked + lines('3 3', 'abc'),
  'a chunk of a size beyond counting': chunked + lines('fffffffffffff', 'abc'),
  'a chunk that is longer than it says': chunked + lines('2', 'abc'),
  'a chunk behind which a bare LF stands': `${chunked}2\r\nab\n`,
  'a size behind which a bare LF stands': `${chunked}2\nab\r\n`,
  'a last line behind which a bare LF stands': `${chunked}0\r\n\n`,
  'lines that end in LF': `${ok}\ncontent-length: 2\n\nab\r\n\r\n`,
  'a bare LF in a header': lines(ok, 'x-a: 1\nx-b: 2', ''),
  'a bare CR in a header': lines(ok, 'x-a: 1\rx-b: 2', ''),
  'a header that goes on in the next line': lines(ok, 'x-a: 1', ' 2', ''),
  'a header without a name': lines(ok, ': 1', ''),
  'a header without a colon': lines(ok, 'x-a', ''),
  'a name with a blank behind it': `${lines(ok, 'content-length : 2', '')}ab`,
  'a NUL in a header': lines(ok, 'x-a: 1\u00002', ''),
  'a DEL in a header': lines(ok, 'x-a: 1\u007f2', ''),
  'a control character at the end of a value': `${lines(ok, 'content-length: 2\u000b', '')}ab`,
  'another protocol': lines('HTTP/1.1 101 Switching Protocols', 'upgrade: h2c', ''),
  'another version': lines('HTTP/2 200', ''),
  'another version of HTTP/1': lines('HTTP/1.2 200 OK', 'content-length: 0', ''),
  'a status of four digits': lines('HTTP/1.1 2000 OK', 'content-length: 0', ''),
  'a status below 100': lines('HTTP/1.1 099 Odd', 'content-length: 0', ''),
  'no HTTP at all': lines('+OK ready', '', ''),
  'a head of 64 KiB and more': lines(ok, `x-a: ${'a'.repeat(65_536)}`, ''),
  'a head without an end': `${ok}\r\nx-a: ${'a'.repeat(65_536)}`,
  'a chunk line of 16 KiB and more': chunked + lines(`2;${'a'.repeat(16_384)}`, 'ab'),
  'a chunk line without an end': `${chunked}2;${'a'.repeat(16_384)}`,
  'a trailer of 64 KiB and more':
    chunked + lines('0', ...Array.from({ length: 5 }, () => `x-a: ${'a'.repeat(16_000)}`)),
  'interim answers without an end': lines('HTTP/1.1 102 Processing', '').repeat(17),
};

describe('what is no answer, or one whose end could be read in two ways, is refused', () => {
  for (const [name, text] of Object.entries(malformed)) {
    test(name, () => {
      const bytes = Buffer.from(text, 'latin1');
      assert.throws(() => read([bytes], false), MalformedAnswer);
      for (let at = 1; at < Math.min(bytes.length, 300); at++) {
        assert.throws(() => read([bytes.subarray(0, at), bytes.subarray(at)], false), MalformedAnswer, `cut at ${at}`);
      }
    });
  }
});

test('a long body in pieces is handed on as it came, without another copy', () => {
  const pieces: Buffer[] = [];
  const reader = new ResponseReader({ onHead() {}, onBody: (piece) => pieces.push(piece) });
  reader.push(Buffer.from(lines(ok, 'content-length: 300000', '')));
  const sent = Array.from({ length: 3 }, () => Buffer.alloc(100_000));
  for (const piece of sent) assert.equal(reader.push(piece), piece.length);
  assert.ok(reader.done && pieces.every((piece, at) => piece.buffer === sent[at]?.buffer));
});
