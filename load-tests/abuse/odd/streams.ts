import { setTimeout as sleep } from 'node:timers/promises';
import type { WireAnswer } from '../wire.ts';
import { dialects, wireOf } from '../wire-answers.ts';
import { asStream, events, json, megabyte, whole } from './answer-bytes.ts';
import type { Odd } from './odd.ts';

/** Streams that are not as they should be. */
export const oddStreams: readonly Odd[] = [
  {
    row: 'the end without an end mark',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces, dialect) => (dialect === 'chat' ? pieces.slice(0, -1) : pieces)),
  },
  {
    row: 'CRLF',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => pieces.map((piece) => piece.replaceAll('\n', '\r\n'))),
  },
  {
    row: 'comments, ids, times and unknown fields',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => pieces.map((piece) => `: a comment\nid: 1\nretry: 1\nx: y\n${piece}`)),
  },
  {
    row: 'a byte order mark',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => ['\u{feff}', ...pieces]),
  },
  {
    row: 'a byte at a time',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) =>
      [...Buffer.from(pieces.join(''))].flatMap((byte, at) =>
        at % 40 ? [Buffer.from([byte])] : [Buffer.from([byte]), 1],
      ),
    ),
  },
  {
    row: 'data without a blank',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => pieces.map((piece) => piece.replace('data: ', 'data:'))),
  },
  {
    row: 'usage twice',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces, dialect) => dialects[dialect].twice(pieces)),
  },
  {
    row: 'a line that is no JSON',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => [pieces[0] ?? '', 'data: {"a":\n\n', ...pieces.slice(1)]),
  },
  {
    row: 'a line that is a list',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => [pieces[0] ?? '', 'data: [1]\n\n', ...pieces.slice(1)]),
  },
  {
    row: 'bytes that are no UTF-8 between',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => [pieces[0] ?? '', Buffer.from([0x3a, 0xff, 0xfe, 0x0a, 0x0a]), ...pieces.slice(1)]),
  },
  {
    row: 'an event of ten megabytes',
    only: 'stream',
    expected: [200],
    charged: 'anything',
    answer: asStream((pieces) => [
      pieces[0] ?? '',
      `data: {"x":"${'a'.repeat(10 * megabyte)}"}\n\n`,
      ...pieces.slice(1),
    ]),
  },
  {
    row: 'a text of ten megabytes in one event',
    only: 'stream',
    expected: [200],
    charged: 'anything',
    answer: asStream((pieces) => [
      pieces[0] ?? '',
      `data: {"content":"${'a'.repeat(10 * megabyte)}"}\n\n`,
      ...pieces.slice(1),
    ]),
  },
  {
    row: 'a line of twenty megabytes that does not end',
    only: 'stream',
    expected: [200, 502],
    charged: 'anything',
    answer: asStream((pieces) => [pieces[0] ?? '', `data: ${'a'.repeat(20 * megabyte)}`]),
  },
  {
    row: '100,000 blank lines',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => ['\n'.repeat(100_000), ...pieces]),
  },
  {
    row: '10,000 comments',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => [': x\n\n'.repeat(10_000), ...pieces]),
  },
  {
    row: 'an error at once',
    only: 'stream',
    expected: [400, 429, 500, 502, 503, 529],
    charged: 'nothing',
    answer: asStream((_, dialect) => [dialects[dialect].error]),
  },
  {
    row: 'an error at once, and another channel',
    only: 'stream',
    expected: [200],
    charged: 'something',
    isRescued: true,
    answer: asStream((_, dialect) => [dialects[dialect].error]),
  },
  {
    row: 'an error behind a text',
    only: 'stream',
    expected: [200],
    charged: 'something',
    answer: asStream((pieces, dialect) => [...dialects[dialect].said(pieces), 100, dialects[dialect].error]),
    fault: ({ body }) => (/overloaded/i.test(body.toString()) ? undefined : 'the error was not told'),
  },
  {
    row: 'the end behind a text',
    only: 'stream',
    expected: [200],
    charged: 'something',
    answer: asStream((pieces, dialect) => dialects[dialect].said(pieces)),
    fault: toldBroken,
  },
  {
    row: 'a reset behind a text',
    only: 'stream',
    expected: [200],
    charged: 'something',
    answer: (dialect) => async (socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: ${events}\r\n\r\n${dialects[dialect].said(dialects[dialect].events).join('')}`,
      );
      await sleep(100);
      socket.resetAndDestroy();
    },
    fault: toldBroken,
  },
  {
    row: 'something behind the end mark',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: asStream((pieces) => [...pieces, 'data: {"x":1}\n\n', 'HTTP/1.1 200 OK\r\n\r\n']),
  },
  {
    row: 'an event stream that calls itself JSON',
    only: 'stream',
    expected: [200, 502],
    charged: 'anything',
    answer: (dialect) => whole(wireOf(dialect, true).body, json),
  },
  {
    row: 'a whole answer to a stream',
    only: 'stream',
    expected: [200],
    charged: 'reported',
    answer: (dialect) => whole(wireOf(dialect, false).body, json),
  },
];

function toldBroken({ body }: WireAnswer): string | undefined {
  return /error/i.test(body.toString()) ? undefined : `the client was not told: ${body.toString().slice(-200)}`;
}
