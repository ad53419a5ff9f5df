import assert from 'node:assert/strict';
import { request } from 'node:http';
import { Duplex } from 'node:stream';
import { MalformedAnswer, type ResponseHead } from '../../src/egress/http1/response-head.ts';
import { ResponseReader } from '../../src/egress/http1/response-reader.ts';
import type { Target } from '../target.ts';

interface ReadAnswer {
  readonly status: number | undefined;
  readonly body: string;
  /** It is whole. */
  readonly whole: boolean;
}

/**
 * Answers of upstreams: neither what is read nor where an answer ends may hang on where the bytes were cut, and what is read as a whole
 * answer Node's client reads as the same one. Where Node refuses, or waits for more, there is nothing to compare.
 */
export const responseTarget: Target = {
  name: 'response',
  modules: ['http1/response-head.ts', 'http1/response-reader.ts', 'http1/chunk-reader.ts'],
  seeds: [
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\nx-t: 1\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nConnection: close\r\n\r\nbusy',
    'HTTP/1.0 200 OK\r\n\r\nuntil it closes',
    'HTTP/1.1 204 No Content\r\nKeep-Alive: timeout=5\r\n\r\n',
  ],
  words: [
    '\r\n',
    '\n',
    '\r\n\r\n',
    '0\r\n\r\n',
    'A\r\n0123456789\r\n',
    'ffffffffffffffff\r\n',
    '-1\r\n',
    'HTTP/1.1 ',
    'HTTP/1.1 103 Early Hints\r\n\r\n',
    'Content-Length: 3\r\n',
    'Content-Length: 3, 3\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: gzip, chunked\r\n',
    'Connection: close\r\n',
    ' folded\r\n',
    ': nameless\r\n',
    Buffer.from([0]),
    Buffer.from([0xff]),
  ],
  longest: 1_024,
  async check(input, below) {
    const cuts = Array.from({ length: below(6) }, () => below(input.length + 1)).sort((a, b) => a - b);
    const whole = readHere([input]);
    assert.deepEqual(
      readHere([0, ...cuts].map((from, at) => input.subarray(from, cuts[at] ?? input.length))),
      whole,
      'it hangs on where the bytes were cut',
    );
    if (!whole.whole) return;
    const byNode = await readThere(input);
    if (byNode.whole) assert.deepEqual(whole, byNode, 'Node reads another answer');
  },
};

function readHere(pieces: readonly Buffer[]): ReadAnswer {
  let head: ResponseHead | undefined;
  let body = '';
  const reader = new ResponseReader({
    onHead: (read) => {
      head = read;
    },
    onBody: (piece) => {
      body += piece.toString('latin1');
    },
  });
  try {
    for (const piece of pieces) if (!reader.done && piece.length > 0) reader.push(piece);
    reader.end();
  } catch (error) {
    if (!(error instanceof MalformedAnswer)) throw error;
    return { status: head?.status, body, whole: false };
  }
  return { status: head?.status, body, whole: reader.done };
}

function readThere(input: Buffer): Promise<ReadAnswer> {
  return new Promise((resolve) => {
    const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    const call = request({ method: 'POST', createConnection: () => socket });
    const fail = () => resolve({ status: undefined, body: '', whole: false });
    call.on('error', fail);
    call.on('response', (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', fail);
      answer.on('end', () =>
        resolve({ status: answer.statusCode, body: Buffer.concat(pieces).toString('latin1'), whole: answer.complete }),
      );
    });
    call.end();
    socket.push(input);
    socket.push(null);
  });
}
