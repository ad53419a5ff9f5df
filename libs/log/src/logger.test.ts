import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Logger } from 'pino';
import { createLogger } from './logger.ts';

const secret = 'hunter2-hunter2';
const privateKey = `-----BEGIN PRIVATE KEY-----\nhunter2+\n/hunter2=\n-----END PRIVATE KEY-----\n`;

const cases: Record<string, unknown> = {
  'a field': { password: secret },
  'a header': { req: { headers: { Authorization: `Token ${secret}` } } },
  'several cookies': { headers: { 'set-cookie': [secret, secret] } },
  'a key of any spelling': {
    channel: { api_key: secret, apiKey: secret, 'x-api-key': secret, 'X-Goog-Api-Key': secret },
  },
  'a list': { channels: [{ config: { clientSecret: secret } }] },
  'a field of an error': { err: Object.assign(new Error('refused'), { response: { headers: { cookie: secret } } }) },
  'a cause': { err: new Error('refused', { cause: Object.assign(new Error('deep'), { key: secret }) }) },
  'a depth nobody expects': { a: { b: { c: { d: { e: { f: { g: { token: secret } } } } } } } },
  'an address': { url: `/v1beta/models?key=${secret}` },
  'the password of an address': { message: `postgres://switchyard:${secret}@localhost/x` },
  'a body logged as text': { body: JSON.stringify({ model: 'm', key: secret, password: secret }) },
  'a field of a class': {
    channel: new (class {
      key = secret;
    })(),
  },
  'a value with quotes': { password: `"${secret}"],{"x":"` },
  'the text of an error': { err: new Error(`upstream said: Incorrect key sk-${secret}`) },
  'the key file of a service account': { file: JSON.stringify({ type: 'service_account', private_key: privateKey }) },
  'a private key in a text': { text: `cannot read ${privateKey}` },
  'a private key that was cut short': { text: `cannot read "${privateKey.slice(0, -30)}" at all` },
  'an access key': { credentials: { secretAccessKey: secret, secret_access_key: secret } },
  'keys of other makers': { text: `AIza${secret} gsk_${secret} xai-${secret} sk_live_${secret}` },
  'a credential in a text': { text: `sent Bearer ${secret}` },
};

for (const [place, fields] of Object.entries(cases)) {
  test(`hides a secret in ${place}`, () => {
    const text = logged((logger) => {
      logger.info(fields, 'happened');
      logger.child(fields as Record<string, unknown>).info('happened');
    });
    for (const line of text.trim().split('\n')) assert.equal(JSON.parse(line).msg, 'happened');
    assert.doesNotMatch(text, /hunter2/);
  });
}

test('an error keeps its text and code, and not the connection it hangs on', () => {
  const error = Object.assign(new Error('refused'), { code: '57P01', client: { host: 'x', port: 5432 } });
  for (const name of ['err', 'error']) {
    const { [name]: shown } = JSON.parse(logged((logger) => logger.info({ [name]: error }, 'x')));
    assert.deepEqual([shown.type, shown.message, shown.code, shown.client], ['Error', 'refused', '57P01', undefined]);
  }
});

test('keeps what only sounds like a secret', () => {
  const line = JSON.parse(logged((logger) => logger.info({ tokenId: 5, tokens: 12, token: { id: 5 }, key: 3 }, 'x')));
  assert.deepEqual([line.tokenId, line.tokens, line.token, line.key], [5, 12, { id: 5 }, 3]);
});

for (const filler of ['x', '"', '\n', 'ab\\']) {
  test(`a line as long as may be hides its secrets, full of ${JSON.stringify(filler)}`, () => {
    const long = filler.repeat(500_000 / JSON.stringify(filler).length);
    const text = logged((logger) =>
      logger.info({ body: JSON.stringify({ long }), password: long, key: secret }, 'happened'),
    );
    assert.equal(JSON.parse(text).msg, 'happened');
    assert.doesNotMatch(text, /hunter2/);
  });
}

for (const [what, message, said] of [
  ['its fields are', 'happened', 'happened'],
  ['its message is', 'x'.repeat(2e6), undefined],
] as const) {
  test(`a line says who spoke and what happened when ${what} too long`, () => {
    const text = logged((logger) => logger.child({ key: secret }).info({ body: '"'.repeat(1e7) }, message));
    const line = JSON.parse(text);
    assert.deepEqual([line.service, line.level, line.msg], ['tests', 'info', said]);
    assert.ok(line.charactersLeftOut > 1e7 && text.length < 1_000);
  });
}

test('a line names service, level and time', () => {
  const line = JSON.parse(logged((logger) => logger.warn('x')));
  assert.deepEqual([line.service, line.level, line.msg], ['tests', 'warn', 'x']);
  assert.ok(Math.abs(Date.parse(line.time) - Date.now()) < 5000);
});

test('a level that is none is refused with the ones there are', () => {
  assert.throws(() => createLogger({ service: 'tests', level: 'loud' }), /Set LOG_LEVEL to trace, .*"loud"/);
});

function logged(use: (logger: Logger) => void): string {
  let text = '';
  use(createLogger({ service: 'tests', destination: { write: (line) => (text += line) } }));
  return text;
}
