import { readFileSync } from 'node:fs';
import type { Browser } from '../browser.ts';
import type { Case, CaseClass } from '../case.ts';
import type { Stage } from '../stage.ts';
import { exchange, type Header, httpRequest } from '../wire.ts';

/** Every call of the console, with every place where something can be written holding what cannot be. */
export const consoleSweep: CaseClass = {
  name: 'console: every call',
  isQuick: false,
  cases: async (stage) => {
    const people: readonly (readonly [string, Browser])[] = [
      ['root', await stage.signIn('abusive-root', 100)],
      ['a user', await stage.signIn('abusive-user')],
    ];
    return calls().flatMap((call) => people.flatMap(([name, browser]) => ofCall(call, name, browser)));
  },
};

/** What HTTP itself forbids, and calls of payment vendors. */
export const consoleHttp: CaseClass = {
  name: 'console: HTTP and callbacks',
  isQuick: true,
  cases: () => [...ofHttp(), ...ofCallbacks()],
};

interface Call {
  readonly method: string;
  /** With names of its parameters in braces. */
  readonly path: string;
  readonly query: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly takesBody: boolean;
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
  readonly const?: unknown;
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** They end the session, or the account, with which the rest is called; or wait for other parts of the world. */
const left =
  /logout|\/sessions|\/user\/self$|\/user\/token$|\/login|\/verify$|\/2fa|passkey|\/callback|docs|\/test\b|\/export|update_balance/;

/** The calls as the console describes them itself. */
function calls(): readonly Call[] {
  const file = new URL('../../../services/console/openapi.json', import.meta.url);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths)
    .filter(([path]) => !left.test(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema;
        return {
          method: method.toUpperCase(),
          path,
          query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
          members: Object.fromEntries(
            Object.entries(schema?.properties ?? {}).map(([name, one]) => [name, sampleOf(one)]),
          ),
          takesBody: requestBody !== undefined,
        };
      }),
    );
}

function sampleOf({ type, properties, items, anyOf, default: usual, const: only }: Schema): unknown {
  if (usual !== undefined || only !== undefined) return usual ?? only;
  if (anyOf?.[0]) return sampleOf(anyOf[0]);
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, sampleOf(one)]));
  if (type === 'array') return items ? [sampleOf(items)] : [];
  return { string: 'x', integer: 987_654, number: 1, boolean: false }[type ?? ''] ?? null;
}

const ids = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '9007199254740993',
  '99999999999999999999',
  'abc',
  '%00',
  '..%2f1',
  '1%27--',
  '%d9%a1',
  '%f0%28',
];
const figures = [
  '-1',
  '1e9',
  '99999999999999999999',
  'abc',
  'NaN',
  '1.5',
  '%00',
  '%ff',
  `${'x'.repeat(5_000)}`,
  '%27%20OR%201=1--',
  '%25_%5c',
];
const bodies: readonly (readonly [string, Buffer | string])[] = [
  ['[]', '[]'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['{', '{'],
  ['10,000 levels', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['__proto__', '{"__proto__":{"role":100},"constructor":{"prototype":{"role":100}}}'],
  ['a byte order mark', '\u{feff}{}'],
  ['no UTF-8', Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])],
  ['two megabytes', JSON.stringify({ x: 'x'.repeat(2_097_152) })],
];
const values: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e16,
  2 ** 53,
  1e308,
  '',
  'a\u0000b',
  '\ud800',
  'x'.repeat(5_000),
  '1e3',
  [],
  [null],
  {},
  [[[]]],
  ['x', 'x'],
  { a: 1 },
];

const refusals = [200, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429];

function ofCall({ method, path, query, members, takesBody }: Call, who: string, browser: Browser): Case[] {
  const door = `${who}`;
  const plain = path.replaceAll(/\{[^}]+\}/g, '987654');
  const one = (row: string, target: string, body?: unknown): Case => ({
    row: `${method} ${path}: ${row}`,
    door,
    expected: refusals,
    shape: 'console',
    // Channels may be asked for their models.
    upstreamCalls: Number.POSITIVE_INFINITY,
    send: () => browser.call(method, target, body),
  });
  const text = takesBody ? members : undefined;
  const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([name]) => name);
  return [
    ...named.flatMap((name) =>
      ids.map((id) => one(`${name} ${id}`, path.replace(name, id).replaceAll(/\{[^}]+\}/g, '987654'), text)),
    ),
    ...query.flatMap((name) => [
      ...figures.map((figure) => one(`${name}=${figure.slice(0, 20)}`, `${plain}?${name}=${figure}`)),
      one(`${name} twice`, `${plain}?${name}=1&${name}=2`),
      one(`${name}[]`, `${plain}?${name}[]=1&${name}[a]=2`),
    ]),
    ...(takesBody
      ? [
          ...bodies.map(([said, body]) => one(`the body ${said}`, plain, body)),
          one('no body', plain),
          ...Object.keys(members).flatMap((name) =>
            values.map((value) =>
              one(`${name} ${JSON.stringify(value)?.slice(0, 20)}`, plain, { ...members, [name]: value }),
            ),
          ),
        ]
      : []),
  ];
}

function ofHttp(): Case[] {
  const http = (
    row: string,
    expected: number[],
    send: (stage: Stage) => readonly (Buffer | string)[],
    extra: Partial<Case> = {},
  ): Case => ({
    row,
    door: 'HTTP',
    expected,
    send: (stage) => exchange(stage.consoleUrl, send(stage)),
    ...extra,
  });
  const json: Header = ['content-type', 'application/json'];
  const login = (body: unknown, headers: readonly Header[] = []) => [
    httpRequest('POST', '/api/user/login', [json, ...headers], JSON.stringify(body)),
  ];
  return [
    ...[
      '/..%2f..%2fetc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '//etc/passwd',
      '/%',
      '/%00',
      '/assets/..%5c..%5cx',
      '/api/%2e%2e/metrics',
    ].map((path) =>
      http(`the path ${path}`, [200, 400, 403, 404], () => [httpRequest('GET', path, [])], {
        fault: ({ body }) => (body.includes('root:') ? 'a file of the machine was sent' : undefined),
      }),
    ),
    ...['TRACE', 'PATCH', 'PUT'].map((method) =>
      http(`${method} of a call`, [400, 404, 405], () => [httpRequest(method, '/api/status', [])]),
    ),
    http('length and chunks', [400], () => [
      'POST /api/user/login HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ]),
    http('64 kB of one header', [431], () => [httpRequest('GET', '/api/status', [['x-a', 'a'.repeat(65_536)]])]),
    http('100 cookies of a name', [200], () => [
      httpRequest('GET', '/api/status', [['cookie', 'sid=x; '.repeat(100)]]),
    ]),
    http('a cookie that is none', [200], () => [
      httpRequest('GET', '/api/status', [['cookie', '=;;; %%%=%; __proto__=1']]),
    ]),
    http(
      'a password of a megabyte',
      [200, 400, 413],
      () => login({ username: 'root', password: 'x'.repeat(1_048_576) }),
      { shape: 'console' },
    ),
    http('a password of 600 letters', [200, 400, 403], () => login({ username: 'root', password: 'x'.repeat(600) }), {
      shape: 'console',
    }),
    http('a name that is a list', [200, 400, 403], () => login({ username: ['root'], password: 'x' }), {
      shape: 'console',
    }),
    http('a name with a NUL', [200, 400, 403], () => login({ username: 'root\u0000', password: 'x' }), {
      shape: 'console',
    }),
    http('sign-in as a form', [400, 415], () => [
      httpRequest(
        'POST',
        '/api/user/login',
        [['content-type', 'application/x-www-form-urlencoded']],
        'username=root&password=x',
      ),
    ]),
    http('sign-in from another site', [403], () =>
      login({ username: 'root', password: 'x' }, [
        ['sec-fetch-site', 'cross-site'],
        ['origin', 'https://evil.test'],
      ]),
    ),
    http('gzip that is none', [200, 400, 415], () => [
      httpRequest('POST', '/api/user/login', [json, ['content-encoding', 'gzip']], '{}'),
    ]),
    http(
      'a session that was made up',
      [401],
      () => [
        httpRequest('GET', '/api/user/self', [
          ['cookie', `sid=${'A'.repeat(43)}; session=${'A'.repeat(43)}`],
          ['authorization', `Bearer ${'A'.repeat(43)}`],
          ['new-api-user', '1'],
        ]),
      ],
      { shape: 'console' },
    ),
  ];
}

const callbacks = [
  '/api/user/epay/notify',
  '/api/user/usdt/notify',
  '/api/user/cryptomus/notify',
  '/api/user/airwallex/webhook',
  '/api/stripe/webhook',
];
/** Of what is sent to a callback nothing may be in a log. */
const marked = 'callback-body-mark';

function ofCallbacks(): Case[] {
  const one = (path: string, row: string, expected: number[], send: () => readonly (Buffer | string)[]): Case => ({
    row: `${path}: ${row}`,
    door: 'callbacks',
    expected,
    send: (stage) => exchange(stage.consoleUrl, send()),
    fault: async (_, { plant }) => {
      if (plant.console?.log().includes(marked)) return 'the body is in the log';
      const { count } = await plant.db
        .selectFrom('payment_inbox')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count) === 0 ? undefined : 'it was kept as if it were genuine';
    },
  });
  const post = (path: string, body: Buffer | string, headers: readonly Header[] = []) => [
    httpRequest('POST', path, [['content-type', 'application/json'], ...headers], body),
  ];
  const signature: Header = ['stripe-signature', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`];
  return callbacks.flatMap((path) => {
    // The one that is set up refuses what it cannot verify; the others do not listen at all.
    const unproved = path === '/api/stripe/webhook' ? 401 : 403;
    return [
      one(path, 'unsigned', [unproved], () => post(path, `{"x":"${marked}"}`)),
      one(path, 'signed by nobody', [unproved], () => post(path, `{"x":"${marked}"}`, [signature])),
      one(path, 'signatures of every shape', [unproved], () =>
        post(path, '{}', [['stripe-signature', 't=,v1=,v1=,t=1e999']]),
      ),
      one(path, 'no JSON', [unproved], () => post(path, marked)),
      one(path, 'nothing', [unproved], () => post(path, '')),
      one(path, 'no UTF-8', [unproved], () => post(path, Buffer.from([0xff, 0xfe, 0x00]))),
      one(path, '70 kB', [413], () => post(path, `${marked}${'x'.repeat(70_000)}`)),
      one(path, 'a megabyte in chunks', [0, 413], () => [
        `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n100000\r\n`,
        marked.padEnd(0x100000, 'x'),
        '\r\n0\r\n\r\n',
      ]),
    ];
  });
}
