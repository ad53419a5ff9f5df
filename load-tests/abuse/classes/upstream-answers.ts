import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Case, CaseClass } from '../case.ts';
import { ask, type Door, doors } from '../doors.ts';
import type { OddAnswer } from '../odd-host.ts';
import type { Stage } from '../stage.ts';
import { exchange, type WireAnswer } from '../wire.ts';
import { type Dialect, dialects, wireOf } from '../wire-answers.ts';

/** What must come of an odd answer. */
interface Odd {
  readonly row: string;
  /** Statuses of the client's answer. */
  readonly expected: readonly number[];
  /** What is charged: nothing, the usage that the answer reports, or something counted here. */
  readonly charged: 'nothing' | 'reported' | 'something' | 'anything';
  /** Answers of one kind alone; both unless said. */
  readonly only?: 'stream' | 'whole';
  /** Another channel has the model, too, and its answer is what the client gets. */
  readonly isRescued?: true;
  answer(dialect: Dialect, stream: boolean): OddAnswer;
  fault?(answer: WireAnswer, stage: Stage): string | undefined;
}

const html = '<html><body><h1>502 Bad Gateway</h1></body></html>';
const json = 'application/json';
const events = 'text/event-stream';

/** A whole answer of HTTP with these bytes, and the end of the connection. */
export function whole(body: Buffer | string, type: string, status = '200 OK', more = ''): OddAnswer {
  const bytes = Buffer.from(body);
  return (socket) => {
    socket.write(`HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\n${more}\r\n`);
    socket.end(bytes);
  };
}

/** Bytes until the connection ends, as HTTP/1.0 would say it. */
function untilClose(pieces: readonly (Buffer | string | number)[], type: string, more = ''): OddAnswer {
  return async (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: close\r\n${more}\r\n`);
    for (const piece of pieces) {
      if (socket.destroyed) return;
      if (typeof piece === 'number') await sleep(piece);
      else if (!socket.write(piece)) await drained(socket);
    }
    socket.end();
  };
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
}

/** The usual answer, but for the changes. */
const usual = (dialect: Dialect, stream: boolean, change: (text: string) => string = (text) => text): OddAnswer => {
  const { body, type } = wireOf(dialect, stream);
  return whole(change(body), type);
};
const raw =
  (text: string): (() => OddAnswer) =>
  () =>
  (socket) =>
    void socket.end(text);
const asStream =
  (change: (pieces: readonly string[], dialect: Dialect) => readonly (string | number | Buffer)[]) =>
  (dialect: Dialect) =>
    untilClose(change(dialects[dialect].events, dialect), events);
const megabyte = 1_048_576;

const odd: readonly Odd[] = [
  // What is no answer, whatever its status says.
  { row: 'the usual answer', expected: [200], charged: 'reported', answer: usual },
  { row: 'HTML', expected: [502], charged: 'nothing', answer: () => whole(html, 'text/html') },
  { row: 'HTML that calls itself JSON', expected: [502], charged: 'nothing', answer: () => whole(html, json) },
  { row: 'nothing', expected: [502], charged: 'nothing', answer: () => whole('', json) },
  { row: 'nothing, as a stream', expected: [502], charged: 'nothing', answer: () => whole('', events) },
  {
    row: 'HTML, and another channel',
    expected: [200],
    charged: 'something',
    isRescued: true,
    answer: () => whole(html, 'text/html'),
  },
  {
    row: 'nothing, and another channel',
    expected: [200],
    charged: 'something',
    isRescued: true,
    answer: () => whole('', json),
  },
  {
    row: 'a refused key, and another channel',
    expected: [200],
    charged: 'something',
    isRescued: true,
    answer: () => whole('{"error":{"message":"bad key"}}', json, '401 x'),
  },
  ...[
    '[]',
    'null',
    '"x"',
    '5',
    'true',
    '{}',
    '{',
    '{"error":null}',
    '[[[[',
    '{"choices":5}',
    '{"choices":[null]}',
    '{"choices":[{"message":5}]}',
    '{"content":5}',
    '{"candidates":{}}',
    '{"candidates":[{"content":{"parts":[null]}}]}',
  ].map(
    (body): Odd => ({
      row: `the body ${body}`,
      only: 'whole',
      expected: [200, 502],
      charged: 'anything',
      answer: () => whole(body, json),
    }),
  ),
  {
    row: '100,000 brackets',
    expected: [200, 502],
    charged: 'anything',
    only: 'whole',
    answer: () => whole('['.repeat(100_000), json),
  },
  {
    row: 'bytes that are no UTF-8',
    expected: [200, 502],
    charged: 'anything',
    only: 'whole',
    answer: (dialect) =>
      whole(
        Buffer.concat([
          Buffer.from('{"x":"'),
          Buffer.from([0xff, 0xfe]),
          Buffer.from(`",${wireOf(dialect, false).body.slice(1)}`),
        ]),
        json,
      ),
  },
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

  // Compressed though nobody asked.
  {
    row: 'gzip',
    only: 'whole',
    expected: [200, 502],
    charged: 'anything',
    answer: (dialect) => whole(gzipSync(wireOf(dialect, false).body), json, '200 OK', 'content-encoding: gzip\r\n'),
  },
  {
    row: 'a bomb of gzip',
    expected: [200, 502],
    charged: 'anything',
    answer: () => whole(bomb, json, '200 OK', 'content-encoding: gzip\r\n'),
  },
  {
    row: 'a chain of gzip',
    expected: [200, 502],
    charged: 'anything',
    answer: () =>
      whole(
        gzipSync(bomb),
        json,
        '200 OK',
        `content-encoding: ${Array.from({ length: 100 }, () => 'gzip').join(', ')}\r\n`,
      ),
  },
  {
    row: 'a bomb of brotli',
    expected: [200, 502],
    charged: 'anything',
    answer: () => whole(brotliBomb, json, '200 OK', 'content-encoding: br\r\n'),
  },

  // Errors, which must not tell what is the operator's.
  ...[400, 401, 403, 404, 413, 422, 429, 500, 503, 529].map(
    (status): Odd => ({
      row: `status ${status} that quotes key, address and organisation`,
      expected: [400, 402, 403, 404, 413, 422, 429, 500, 502, 503, 529],
      charged: 'nothing',
      answer: () =>
        whole(
          JSON.stringify({
            error: {
              message: `Incorrect key {key} of org-canaryorganisation at http://127.0.0.1:1/v1 (user@example.com)`,
              type: 'x',
              code: 'y',
            },
          }),
          json,
          `${status} x`,
        ),
      fault: ({ body, status }) => {
        const text = body.toString();
        if (status === 401) return 'the client’s own key is called wrong';
        return /canaryorganisation|127\.0\.0\.1/.test(text) ? `it is told: ${text.slice(0, 200)}` : undefined;
      },
    }),
  ),
  {
    row: 'status 500 with ten megabytes',
    expected: [500, 502],
    charged: 'nothing',
    answer: () => whole('x'.repeat(10 * megabyte), 'text/plain', '500 x'),
    fault: ({ body }) => (body.length > 100_000 ? 'all of it was passed on' : undefined),
  },
  {
    row: 'status 429 with an absurd Retry-After',
    expected: [429, 502, 503],
    charged: 'nothing',
    answer: () => whole('{}', json, '429 x', 'retry-after: 99999999999999999999\r\n'),
    fault: ({ headers }) => (Number(headers.get('retry-after') ?? 0) > 3600 ? 'it was passed on' : undefined),
  },
  {
    row: 'status 429 with a Retry-After that is none',
    expected: [429, 502, 503],
    charged: 'nothing',
    answer: () => whole('{}', json, '429 x', 'retry-after: yesterday\r\n'),
  },

  // Usage that cannot be.
  ...[
    ['no usage', 'undefined'],
    ['usage that is a text', '"many"'],
    ['usage that is a list', '[]'],
    ['negative usage', 'negative'],
    ['usage of 1e308', '1e308'],
    ['usage of 2^53', '9007199254740992'],
    ['usage in quotes', '"12"'],
    ['usage of null', 'null'],
    ['usage of zeros beside an answer', '0'],
  ].map(
    ([row = '', figure = '']): Odd => ({
      row,
      expected: [200],
      charged: 'something',
      answer: (dialect, stream) => usual(dialect, stream, (text) => withFigures(text, figure)),
    }),
  ),

  // Streams.
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

const bomb = gzipSync(Buffer.alloc(200 * megabyte, ' '), { level: 9 });
const brotliBomb = brotliCompressSync(Buffer.alloc(200 * megabyte, ' '));

/** All figures of usage in place of others. */
function withFigures(text: string, figure: string): string {
  if (figure === 'undefined') return text.replaceAll(/"(usage|usageMetadata)":\{[^}]*\}/g, '"x":0');
  if (figure === '[]' || figure === '"many"')
    return text.replaceAll(/"(usage|usageMetadata)":\{[^}]*\}/g, `"$1":${figure}`);
  return text.replaceAll(/("\w*(?:tokens|TokenCount)"):(\d+)/g, figure === 'negative' ? '$1:-$2' : `$1:${figure}`);
}

interface OddSlot {
  readonly model: string;
  readonly dialect: Dialect;
  readonly isRescued: boolean;
}

interface OddCase extends OddSlot {
  readonly odd: Odd;
  readonly stream: boolean;
  readonly doorName: string;
}

/** Each dialect as its own clients ask, and OpenAI-shaped hosts as all clients do. */
const ways: readonly (readonly [door: string, dialect: Dialect, stream: boolean])[] = [
  ['chat', 'chat', false],
  ['chat, stream', 'chat', true],
  ['responses', 'messages', false],
  ['messages', 'messages', false],
  ['messages, stream', 'messages', true],
  ['messages', 'chat', false],
  ['messages, stream', 'chat', true],
  ['gemini', 'gemini', false],
  ['gemini, stream', 'gemini', true],
  ['gemini, stream', 'chat', true],
  ['chat, stream', 'messages', true],
  ['chat, stream', 'gemini', true],
];

const all: readonly OddCase[] = ways
  .flatMap(([doorName, dialect, stream]) =>
    odd
      .filter(({ only }) => only === undefined || (only === 'stream') === stream)
      .map((one) => ({ odd: one, doorName, dialect, stream, isRescued: one.isRescued === true, model: '' })),
  )
  .map((one, index) => ({ ...one, model: `odd-${index}` }));

/** Models of which each has a channel of its own, so that what one case does to its channel is no matter to the next. */
export const oddSlots: readonly OddSlot[] = all;

/** Answers that no host should give, by hosts of every dialect, to clients of every dialect. */
export const upstreamAnswers: CaseClass = { name: 'upstream answers', isQuick: false, cases: () => all.map(toCase) };

function toCase({ odd, doorName, dialect, model, isRescued, stream }: OddCase): Case {
  const door = doors.find(({ name }) => name === doorName) as Door;
  const isOwn = doorName.startsWith(dialect);
  return {
    row: odd.row,
    door: isOwn ? doorName : `${doorName} → ${dialect}`,
    shape: door.shape,
    // Google's clients know 500 for what is wrong behind us.
    expected: door.shape === 'gemini' ? [...odd.expected, ...(odd.expected.includes(502) ? [500] : [])] : odd.expected,
    // What does not know an address is asked at another one.
    upstreamCalls: isRescued || odd.row.startsWith('status 404') ? 2 : 1,
    send: (stage) => {
      stage.odd.answer(model, odd.answer(dialect, stream));
      return exchange(stage.relayUrl, [ask(door, { key: stage.served.key, model })], { patience: 20_000 });
    },
    fault: async (answer, stage) => odd.fault?.(answer, stage) ?? chargeFault(odd, answer, stage, dialect),
  };
}

/** What is wrong with the charge; it is in the journal soon after the answer. */
async function chargeFault(
  { charged }: Odd,
  { headers }: WireAnswer,
  { plant }: Stage,
  dialect: Dialect,
): Promise<string | undefined> {
  const id = headers.get('x-oneapi-request-id') ?? '';
  if (charged === 'anything') return undefined;
  const { cost } = dialects[dialect];
  let charge = 0;
  for (let turn = 0; turn < (charged === 'nothing' ? 6 : 60); turn++) {
    await sleep(50);
    const row = await plant.db
      .selectFrom('journal')
      .select('amount')
      .where('reference', '=', id)
      .where('kind', '=', 'consume')
      .executeTakeFirst();
    charge = -(row?.amount ?? 0);
    if (charge > 0) break;
  }
  if (charged === 'nothing') return charge === 0 ? undefined : `charged ${charge} for nothing`;
  if (charged === 'reported') return charge === cost ? undefined : `charged ${charge}, reported were ${cost}`;
  return charge > 0 && charge < 5_000 ? undefined : `charged ${charge}`;
}
