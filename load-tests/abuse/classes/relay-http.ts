import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import type { Case, CaseClass } from '../case.ts';
import { ask, bodyOf, type Door, doors, formType, jsonType, keyOf, modelOf, models } from '../doors.ts';
import type { Stage } from '../stage.ts';
import { exchange, type Header, httpRequest, type Step, type WireAnswer } from '../wire.ts';

const send =
  (steps: (stage: Stage) => readonly Step[], options = {}) =>
  (stage: Stage) =>
    exchange(stage.relayUrl, steps(stage), options);

/** Through every door: keys that open nothing, media types, sizes. Through one: what HTTP itself forbids. */
export const relayHttp: CaseClass = {
  name: 'relay: auth and HTTP',
  isQuick: true,
  cases: async (stage) => [...(await Promise.all(doors.map((door) => ofDoor(door, stage)))).flat(), ...ofHttp()],
};

/** What takes longer than the services' own deadlines. */
export const relaySlow: CaseClass = { name: 'relay: slow clients', isQuick: false, cases: () => slow };

/** What each dialect calls it: Anthropic's clients know 402 for money, Google's 400 for keys, sizes and media types. */
const statuses = {
  openai: { key: 401, spent: 403, model: 403, media: 415, large: 413 },
  anthropic: { key: 401, spent: 402, model: 404, media: 415, large: 413 },
  gemini: { key: 400, spent: 429, model: 404, media: 400, large: 400 },
} as const;

async function ofDoor(door: Door, stage: Stage): Promise<Case[]> {
  const { refused } = stage;
  const form = door.isForm === true;
  const base = { door: door.name, shape: door.shape };
  const withHeaders = (row: string, expected: number[], headers: Header[], extra: Partial<Case> = {}): Case => ({
    ...base,
    row,
    expected,
    send: send(() => [ask(door, { key: refused.key, headers })]),
    ...extra,
  });
  const withKey = (row: string, expected: number[], key: string): Case =>
    withHeaders(row, expected, [keyOf(door, key)]);
  const asking = (row: string, expected: number[], key: string, model?: string): Case => ({
    ...base,
    row,
    expected,
    send: send(() => [ask(door, { key, ...(model !== undefined && { model }) })]),
  });
  const status = statuses[door.shape];
  const keys = {
    disabled: await stage.key({ status: 2 }),
    expired: await stage.key({ expiresAt: new Date(Date.now() - 60_000) }),
    exhausted: await stage.key({ remain: 0 }),
    elsewhere: await stage.key({ allowedIps: ['203.0.113.7'] }),
    narrow: await stage.key({ models: ['another'] }),
  };
  const body = bodyOf(door);
  const oddNames = door.shape === 'gemini' ? [] : ['a\r\nb', 'a\u0000b', '../../etc/passwd', 'm'.repeat(10_000)];
  const oddPaths = door.shape === 'gemini' ? ['a%0d%0ab', 'a%00b', '..%2f..%2fetc', 'm'.repeat(290)] : [];
  return [
    withHeaders('no key', [status.key], [[door.keyHeader, '']]),
    withKey('an empty key', [status.key], ''),
    withKey('an unknown key', [status.key], `sk-${'x'.repeat(48)}`),
    withKey('a key with a letter more', [status.key], `${refused.key}x`),
    withKey('a key with a space in it', [status.key], `${refused.key.slice(0, 20)} ${refused.key.slice(20)}`),
    withKey('a key in quotes', [status.key], `"${refused.key}"`),
    withKey('a key with SQL in it', [status.key], `${refused.key}' OR '1'='1`),
    withKey('a key of 5 kB', [status.key], 'k'.repeat(5_000)),
    asking('a disabled key', [status.key], keys.disabled),
    asking('an expired key', [status.key], keys.expired),
    asking('an exhausted key', [status.spent], keys.exhausted),
    asking('a key for another address', [403], keys.elsewhere),
    withHeaders('a forged X-Forwarded-For, from no proxy', [403], [], {
      send: (stage) =>
        fromOutside(stage, ask(door, { key: keys.elsewhere, headers: [['x-forwarded-for', '203.0.113.7']] })),
    }),
    withKey('a channel behind a user’s key', [403], `${refused.key}-1`),
    withKey('no number behind a key', [400], `${refused.key}-1e3`),
    asking('a model that the key may not use', [status.model], keys.narrow),
    asking('a model that nobody has', [404], refused.key, 'nobody-has-this'),
    ...oddNames.map((name) => asking(`a model called ${JSON.stringify(name).slice(0, 20)}`, [400], refused.key, name)),
    ...oddPaths.map((name) => asking(`a model called ${name.slice(0, 20)}`, [400, 404], refused.key, name)),
    withHeaders('a media type with a tab and more', [status.media], [['content-type', 'application/json\t x']]),
    withHeaders('text/plain', [status.media], [['content-type', 'text/plain']]),
    withHeaders('a form where JSON belongs, or JSON where a form does', [400, 415], [form ? jsonType : formType]),
    withHeaders('no media type', [400, 415], [['content-type', '']]),
    withHeaders('an unknown encoding', [400], [['content-encoding', 'rot13']]),
    withHeaders('gzip that is none', [400], [['content-encoding', 'gzip']]),
    withHeaders('two encodings', [400], [['content-encoding', 'gzip, gzip']]),
    {
      ...base,
      row: 'gzip that breaks off',
      expected: [400],
      send: send(() => [
        ask(door, { key: refused.key, headers: [['content-encoding', 'gzip']], body: gzipSync(body).subarray(0, -9) }),
      ]),
    },
    {
      ...base,
      row: 'a bomb of gzip',
      expected: [status.large],
      send: send(() => [ask(door, { key: refused.key, headers: [['content-encoding', 'gzip']], body: bomb })]),
    },
    {
      ...base,
      row: 'a Content-Length beyond the limit',
      expected: [status.large],
      send: send(() => [
        httpRequest('POST', door.path(modelOf(door)), [
          keyOf(door, refused.key),
          form ? formType : jsonType,
          ['content-length', '9999999999'],
        ]),
      ]),
    },
    {
      door: door.name,
      row: 'a body that is shorter than it says',
      // Nobody is there to hear more than the end.
      expected: [0, 400, 408],
      send: send(() => [
        ask(door, { key: refused.key, headers: [['content-length', String(body.length + 100)]], body }),
        'FIN',
      ]),
    },
    {
      door: door.name,
      row: 'an odd host, cookies, hop-by-hop headers: they stay here',
      expected: [200],
      upstreamCalls: 1,
      send: send(({ served }) => [ask(door, { key: served.key, headers: strayHeaders })]),
      fault: (_, { hosts, served }) => {
        const headers = hosts.requests().at(-1)?.headers ?? {};
        const stray = ['cookie', 'x-forwarded-for', 'x-forwarded-host', 'proxy-authorization', 'x-stray', 'te'];
        const passed = stray.find((name) => headers[name] !== undefined);
        if (passed) return `${passed} was passed on`;
        return JSON.stringify(headers).includes(served.key) || headers.host === 'evil.test'
          ? 'the key or the host was passed on'
          : undefined;
      },
    },
  ];
}

const strayHeaders: readonly Header[] = [
  ['host', 'evil.test'],
  ['cookie', 'sid=1'],
  ['x-forwarded-for', '198.51.100.1'],
  ['x-forwarded-host', 'evil.test'],
  ['proxy-authorization', 'Basic x'],
  ['x-stray', '1'],
  ['te', 'trailers'],
];

/** 80 MB of spaces. */
const bomb = gzipSync(Buffer.alloc(80 * 1_048_576, ' '));

/** From an address of this machine that is not one of a proxy's. */
function fromOutside({ relayUrl }: Stage, bytes: Buffer): Promise<WireAnswer> {
  const host = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
  return exchange(relayUrl, [bytes], host ? { host } : {});
}

const door = doors[0] as Door;
const path = door.path(models.chat);

function ofHttp(): Case[] {
  const http = (
    row: string,
    expected: number[],
    steps: (stage: Stage) => readonly Step[],
    more: Partial<Case> = {},
  ): Case => ({
    door: 'HTTP',
    row,
    expected,
    send: send(steps),
    ...more,
  });
  const auth = ({ refused }: Stage) => `authorization: Bearer ${refused.key}\r\ncontent-type: application/json\r\n`;
  const head = (stage: Stage, extra: string) => `POST ${path} HTTP/1.1\r\nhost: a\r\n${auth(stage)}${extra}\r\n`;
  const paths = [
    '//v1/chat/completions',
    '/v1//chat/completions',
    '/v1/chat/%63ompletions',
    '/v1/chat/completions;x=1',
    '/v1/./chat/completions',
    '/v1/../v1/chat/completions',
    '/%2e%2e/v1/chat/completions',
    '/V1/chat/completions',
    '/internal/../v1/chat/completions',
    '/v1/chat/completions%00',
    '/v1/chat/completions%0d%0ax:1',
    '/%',
    '/%zz',
    `/${'a/'.repeat(4_000)}`,
    '/internal/providers',
    '/internal/channels/test',
    '/metrics',
  ];
  return [
    ...paths.map((odd) =>
      http(`the path ${odd.slice(0, 40)} without a key`, [400, 401, 403, 404, 405], () => [
        httpRequest('POST', odd, [jsonType], '{}'),
      ]),
    ),
    ...['GET', 'PUT', 'DELETE', 'PATCH', 'TRACE'].map((method) =>
      http(
        `${method} where POST belongs`,
        [404, 405],
        ({ refused }) => [httpRequest(method, path, [keyOf(door, refused.key)])],
        { shape: 'openai' },
      ),
    ),
    http('CONNECT', [0, 400, 404, 405], () => [httpRequest('CONNECT', '127.0.0.1:22', [])]),
    http('a method that nobody knows', [400], () => [httpRequest('BREW', path, [])]),
    http('a preface of HTTP/2', [0, 400, 505], () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']),
    http('a greeting of TLS', [0, 400], () => [Buffer.from('16030100c8010000c40303', 'hex'), Buffer.alloc(200)]),
    http('HTTP/0.9', [0, 400, 404], () => ['GET /\r\n\r\n']),
    http('no host', [400], () => [`GET /v1/models HTTP/1.1\r\n\r\n`]),
    http('length and chunks', [400], (stage) => [
      head(stage, 'content-length: 5\r\ntransfer-encoding: chunked\r\n'),
      '0\r\n\r\nGET /v1/models HTTP/1.1\r\n\r\n',
    ]),
    http('two lengths', [400], (stage) => [head(stage, 'content-length: 2\r\ncontent-length: 3\r\n'), '{} ']),
    http('a length that is none', [400], (stage) => [head(stage, 'content-length: 2x\r\n'), '{}']),
    http('a negative length', [400], (stage) => [head(stage, 'content-length: -2\r\n'), '{}']),
    http('chunked, spelled otherwise', [400], (stage) => [head(stage, 'transfer-encoding: xchunked\r\n'), '0\r\n\r\n']),
    http('chunks whose last is another encoding', [400], (stage) => [
      head(stage, 'transfer-encoding: chunked, identity\r\n'),
      '0\r\n\r\n',
    ]),
    http('a chunk whose size is none', [0, 400], (stage) => [
      head(stage, 'transfer-encoding: chunked\r\n'),
      'zz\r\n{}\r\n0\r\n\r\n',
    ]),
    http('a chunk whose size has no end', [0, 400], (stage) => [
      head(stage, 'transfer-encoding: chunked\r\n'),
      `${'f'.repeat(40)}\r\n{}`,
    ]),
    http('a chunk with megabytes of extension', [0, 400, 413], (stage) => [
      head(stage, 'transfer-encoding: chunked\r\n'),
      `2;${'x'.repeat(1_000_000)}\r\n{}\r\n0\r\n\r\n`,
    ]),
    http('a name of a header with a space', [400], (stage) => [head(stage, 'x y: 1\r\n')]),
    http('a header that goes on in the next line', [400], (stage) => [head(stage, 'x-a: 1\r\n and more\r\n')]),
    http('a bare CR in a header', [400], (stage) => [head(stage, 'x-a: 1\rx-b: 2\r\n')]),
    http('a NUL in a header', [400], (stage) => [head(stage, 'x-a: 1\u00002\r\n')]),
    http('64 kB of one header', [431], (stage) => [head(stage, `x-a: ${'a'.repeat(65_536)}\r\n`)]),
    http('10,000 headers', [431], (stage) => [head(stage, 'x: 1\r\n'.repeat(10_000))]),
    http('an address of 64 kB', [414, 431], () => [httpRequest('GET', `/v1/models?${'a'.repeat(65_536)}`, [])]),
    http('an expectation that nobody can meet', [417], (stage) => [
      head(stage, 'expect: a miracle\r\ncontent-length: 2\r\n'),
      '{}',
    ]),
    http('a request that ends before the answer comes', [200], ({ served }) => [
      httpRequest('GET', '/v1/models', [keyOf(door, served.key)]),
      'FIN',
    ]),
    http('100 requests in one write', [200], hundred, {
      send: send(hundred, { untilClosed: true }),
      fault: ({ raw }) => {
        const answers = raw.toString('latin1').split('HTTP/1.1 200').length - 1;
        return answers === 100 ? undefined : `${answers} answers`;
      },
    }),
    http(
      'a request behind one whose body was refused',
      [400, 401],
      (stage) => [
        `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer sk-none\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n`,
        `GET /v1/models HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${stage.served.key}\r\n\r\n`,
      ],
      {
        fault: ({ raw }) =>
          raw.toString('latin1').includes('HTTP/1.1 200') ? 'the body was taken for a request' : undefined,
      },
    ),
    http('a WebSocket without a key', [401], () => [upgrade('')]),
    http('a WebSocket where there is none', [400, 401, 403, 404, 405, 426], ({ refused }) => [
      upgrade(`authorization: Bearer ${refused.key}\r\n`).replace('/v1/realtime', '/v1/chat/completions'),
    ]),
    http(
      'a WebSocket of a model without sessions',
      [400, 403, 404, 502, 503],
      ({ refused }) => [upgrade(`authorization: Bearer ${refused.key}\r\n`)],
      { upstreamCalls: 1 },
    ),
  ];
}

function hundred({ served }: Stage): readonly Step[] {
  const one = `GET /v1/models/${models.chat} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${served.key}\r\n`;
  return [`${`${one}\r\n`.repeat(99)}${one}connection: close\r\n\r\n`];
}

function upgrade(headers: string): string {
  const own =
    'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  return `GET /v1/realtime?model=${models.chat} HTTP/1.1\r\nhost: a\r\n${own}${headers}\r\n`;
}

const slow: readonly Case[] = [
  {
    door: 'HTTP',
    row: 'a head that never ends is cut off within 20 s',
    expected: [0, 408],
    send: send(() => ['GET /v1/models HTTP/1.1\r\nhost: a\r\n', 3_000, 'x-a: 1\r\n', 3_000, 'x-b: 1\r\n'], {
      patience: 25_000,
    }),
    fault: ({ ms }) => (ms > 21_000 ? `after ${Math.round(ms)} ms` : undefined),
  },
  {
    door: 'HTTP',
    row: 'a body of a byte in 10 s is cut off within 35 s',
    expected: [0, 408],
    send: send(
      ({ refused }) => [
        `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${refused.key}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n`,
        ...['{', '"', 'm', 'o'].flatMap((byte) => [byte, 10_000]),
      ],
      { patience: 1_000 },
    ),
    fault: ({ ms }) => (ms > 36_000 ? `after ${Math.round(ms)} ms` : undefined),
  },
  {
    door: 'HTTP',
    row: 'a connection that says nothing is closed within 20 s',
    expected: [0, 408],
    send: send(() => [], { patience: 25_000 }),
    fault: ({ ms }) => (ms > 21_000 ? `after ${Math.round(ms)} ms` : undefined),
  },
];
