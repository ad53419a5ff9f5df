import { wireOf } from '../wire-answers.ts';
import { json, megabyte, raw, whole } from './answer-bytes.ts';
import type { Odd } from './odd.ts';

/** Statuses, heads and lengths that are none, and headers that are not for the client. */
export const oddHeads: readonly Odd[] = [
  { row: 'status 204', expected: [502], charged: 'nothing', answer: () => raw('HTTP/1.1 204 No Content\r\n\r\n')() },
  {
    row: 'status 302 to another host',
    expected: [502],
    charged: 'nothing',
    answer: () => (socket) =>
      void socket.end(`HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n`),
  },
  {
    row: 'status 307 to itself',
    expected: [502],
    charged: 'nothing',
    answer: () => (socket) => void socket.end(`HTTP/1.1 307 x\r\nlocation: /\r\ncontent-length: 0\r\n\r\n`),
  },
  { row: 'status 304', expected: [502], charged: 'nothing', answer: raw('HTTP/1.1 304 Not Modified\r\n\r\n') },
  {
    row: 'status 101 that nobody asked for',
    expected: [502],
    charged: 'nothing',
    answer: raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  },
  {
    row: 'status 999',
    expected: [502, 999],
    charged: 'nothing',
    answer: raw('HTTP/1.1 999 x\r\ncontent-length: 0\r\n\r\n'),
  },
  {
    row: 'status 000',
    expected: [502],
    charged: 'nothing',
    answer: raw('HTTP/1.1 000 x\r\ncontent-length: 0\r\n\r\n'),
  },
  { row: 'no HTTP at all', expected: [502], charged: 'nothing', answer: raw('SSH-2.0-OpenSSH_9.2\r\n') },
  { row: 'the end instead of an answer', expected: [502], charged: 'nothing', answer: raw('') },
  {
    row: 'a reset instead of an answer',
    expected: [502],
    charged: 'nothing',
    answer: () => (socket) => void socket.resetAndDestroy(),
  },
  { row: 'a head that breaks off', expected: [502], charged: 'nothing', answer: raw('HTTP/1.1 200 OK\r\ncontent-ty') },
  {
    row: 'a head of a megabyte',
    expected: [502],
    charged: 'nothing',
    answer: raw(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(megabyte)}\r\n\r\n`),
  },
  {
    row: 'a name of a header with a space',
    expected: [502],
    charged: 'nothing',
    answer: raw('HTTP/1.1 200 OK\r\nx a: 1\r\n\r\n'),
  },
  {
    row: 'a negative length',
    expected: [502],
    charged: 'nothing',
    answer: raw('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'),
  },
  {
    row: 'two lengths',
    expected: [502],
    charged: 'nothing',
    answer: raw('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'),
  },
  {
    row: 'length and chunks',
    expected: [502],
    charged: 'nothing',
    answer: raw('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  },
  {
    row: 'a chunk whose size is none',
    expected: [502],
    charged: 'nothing',
    answer: raw('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n'),
  },
  {
    row: 'a whole answer shorter than its length',
    only: 'whole',
    expected: [502],
    charged: 'anything',
    answer: (dialect) => (socket) => {
      const { body } = wireOf(dialect, false);
      socket.end(`HTTP/1.1 200 OK\r\ncontent-type: ${json}\r\ncontent-length: ${body.length + 50}\r\n\r\n${body}`);
    },
  },
  {
    row: 'something behind a whole answer',
    only: 'whole',
    expected: [200, 502],
    charged: 'anything',
    answer: (dialect) => (socket) => {
      const { body } = wireOf(dialect, false);
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: ${json}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}HTTP/1.1 200 OK\r\n\r\nmore`,
      );
    },
  },
  {
    row: 'cookies and hop-by-hop headers',
    expected: [200],
    charged: 'reported',
    answer: (dialect, stream) => {
      const { body, type } = wireOf(dialect, stream);
      return whole(
        body,
        type,
        '200 OK',
        'set-cookie: sid=1\r\nx-internal: canary\r\nserver: evil\r\nstrict-transport-security: max-age=1\r\n',
      );
    },
    fault: ({ headers }) =>
      ['set-cookie', 'x-internal', 'server', 'strict-transport-security'].find((name) => headers.has(name)),
  },
  {
    row: 'a header of ours, forged',
    expected: [200],
    charged: 'reported',
    answer: (dialect, stream) => {
      const { body, type } = wireOf(dialect, stream);
      return whole(
        body,
        type,
        '200 OK',
        'x-oneapi-request-id: forged\r\naccess-control-allow-origin: http://evil.test\r\n',
      );
    },
    fault: ({ headers }) =>
      headers.get('x-oneapi-request-id') === 'forged' || headers.get('access-control-allow-origin') !== '*'
        ? 'it was believed'
        : undefined,
  },
];
