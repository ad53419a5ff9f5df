import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { uploadFirst } from '@switchyard/testing';
import fastify from 'fastify';
import { frontRelay } from './relay-proxy.ts';
import { type TestConsole, testConsole } from './testing/console.ts';

let testing: TestConsole;
let address: URL;
before(async () => {
  testing = await testConsole();
  await testing.app.listen({ host: '127.0.0.1', port: 0 });
  address = new URL(`http://127.0.0.1:${(testing.app.server.address() as AddressInfo).port}`);
});
after(() => testing.close());

function call(path: string, method = 'POST', headers: Record<string, string> = {}) {
  return httpRequest(new URL(path, address), { method, headers });
}

async function answerTo(path: string, method = 'GET', headers = {}, body = ''): Promise<[IncomingMessage, string]> {
  const request = call(path, method, headers);
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += chunk;
  return [response, text];
}

test('chunks reach the client while the relay is still writing', async () => {
  let release = () => {};
  testing.relay.onCall = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-oneapi-request-id': 'of-the-relay' });
    response.write('data: one\n\n');
    release = () => response.end('data: two\n\n');
  };
  const request = call('/v1/chat/completions');
  request.end('{}');
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: string[] = [];
  for await (const chunk of response) {
    if (chunks.push(String(chunk)) === 1) release();
  }
  assert.deepEqual(chunks, ['data: one\n\n', 'data: two\n\n']);
  assert.equal(response.headers['x-oneapi-request-id'], 'of-the-relay');
  assert.equal(response.headers['content-security-policy'], undefined);
});

for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream']) {
  test(`a body of ${type} reaches the relay byte by byte while the client is still sending`, async () => {
    const chunks: string[] = [];
    let arrived = () => {};
    testing.relay.onCall = (request, response) => {
      request.on('data', (chunk) => {
        chunks.push(String(chunk));
        arrived();
      });
      request.on('end', () => response.end('{}'));
    };
    const request = call('/v1/audio/transcriptions', 'POST', { 'content-type': type });
    const firstArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    request.write('{ "not":  json');
    await firstArrived;
    request.end(' at all');
    await once(request, 'response');
    assert.equal(chunks.join(''), '{ "not":  json at all');
    assert.equal(testing.relay.calls.at(-1)?.headers['content-type'], type);
  });
}

test('a client that sends all of an upload before it reads hears that the relay refused it at its start', async () => {
  testing.relay.onCall = (request, response) => {
    response.writeHead(401, { 'content-length': 4, connection: 'close' });
    response.write('who?');
    request.resume().on('end', () => response.end());
  };
  const text = await uploadFirst(Number(address.port), '/v1/chat/completions');
  assert.match(text, /^HTTP\/1\.1 401 .*\r\n\r\nwho\?$/s);
});

const moments = ['in the middle of its upload', 'before the answer begins', 'in the middle of the answer'] as const;
for (const moment of moments) {
  test(`a client that leaves ${moment} cancels the call`, async () => {
    let reached = () => {};
    let left = () => {};
    const [hasReached, hasLeft] = [
      new Promise<void>((resolve) => {
        reached = resolve;
      }),
      new Promise<void>((resolve) => {
        left = resolve;
      }),
    ];
    testing.relay.onCall = (incoming, response) => {
      incoming.resume();
      response.on('close', left);
      if (moment === 'in the middle of the answer') response.write('data: one\n\n');
      reached();
    };
    const request = call('/v1/chat/completions');
    request.on('error', () => {});
    if (moment === 'in the middle of its upload') request.write('{');
    else request.end('{}');
    await hasReached;
    if (moment === 'in the middle of the answer') {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.on('error', () => {});
      await once(response, 'data');
    }
    request.destroy();
    await Promise.race([hasLeft, sleep(2_000).then(() => assert.fail('the relay was not told'))]);
  });
}

test('cookies of the console stay, and the client cannot say whose address it has', async () => {
  testing.relay.onCall = (_request, response) => response.end('{}');
  await answerTo('/v1/models?limit=1&after=%20x', 'GET', {
    cookie: '__Host-sid=secret',
    authorization: 'Bearer sk-key',
    'x-forwarded-for': '203.0.113.1',
    'x-forwarded-host': 'evil.example',
    'x-real-ip': '203.0.113.1',
    forwarded: 'for=203.0.113.1',
    'x-switchyard-internal': 'guess',
    'x-custom': 'kept',
  });
  const { path, headers } = testing.relay.calls.at(-1) ?? assert.fail();
  assert.equal(path, '/v1/models?limit=1&after=%20x');
  assert.equal(headers.authorization, 'Bearer sk-key');
  assert.equal(headers['x-custom'], 'kept');
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  for (const name of ['cookie', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'x-switchyard-internal']) {
    assert.equal(headers[name], undefined, name);
  }
});

test('a client cannot have what we say of it taken out on the way', async () => {
  testing.relay.onCall = (_request, response) => response.end('{}');
  // Names behind Connection end at each hop (RFC 9110, 7.6.1).
  await answerTo('/v1/models', 'GET', { connection: 'keep-alive, x-forwarded-for', 'x-forwarded-for': '203.0.113.1' });
  const { headers } = testing.relay.calls.at(-1) ?? assert.fail();
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
});

test('status, headers and body of a refusal pass unchanged and nothing is tried twice', async () => {
  let calls = 0;
  testing.relay.onCall = (_request, response) => {
    calls++;
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' });
    response.end('{"error":{"code":"model_not_found"}}');
  };
  const [response, body] = await answerTo('/v1/models');
  assert.equal(response.statusCode, 503);
  assert.equal(response.headers['retry-after'], '1');
  assert.equal(body, '{"error":{"code":"model_not_found"}}');
  assert.equal(calls, 1);
});

test('the billing and task calls of API clients pass; the relay’s inner calls do not', async () => {
  testing.relay.onCall = (_request, response) => response.end('{"object":"billing"}');
  for (const path of [
    '/v1/dashboard/billing/usage',
    '/dashboard/billing/subscription',
    '/mj/image/1?k=2',
    '/mj-fast/mj/task/1/fetch',
    '/suno/fetch/1',
  ]) {
    assert.equal((await answerTo(path))[1], '{"object":"billing"}', path);
  }
  const before_ = testing.relay.calls.length;
  for (const path of ['/internal/providers', '/v1/../internal/providers', '/v1/%2e%2e/internal/providers']) {
    const [response] = await answerTo(path);
    assert.ok([400, 404].includes(response.statusCode ?? 0), `${path} ${response.statusCode}`);
  }
  assert.equal(testing.relay.calls.length, before_);
});

const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };

test('a WebSocket becomes a tunnel: what was asked and both directions pass, and who ends it ends both sides', async () => {
  let asked: IncomingMessage | undefined;
  let atRelay: Duplex | undefined;
  testing.relay.onUpgrade = (request, socket) => {
    asked = request;
    atRelay = socket;
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Kept: yes\r\n\r\nfirst',
    );
  };
  const request = call('/v1/realtime?model=voice', 'GET', {
    ...upgrade,
    cookie: '__Host-sid=secret',
    authorization: 'Bearer sk-key',
  });
  request.end();
  const [answer, socket, head] = (await once(request, 'upgrade')) as [IncomingMessage, Socket, Buffer];
  assert.equal(answer.headers['x-kept'], 'yes');
  assert.equal(asked?.url, '/v1/realtime?model=voice');
  assert.equal(asked?.headers['sec-websocket-key'], upgrade['sec-websocket-key']);
  assert.deepEqual(
    [asked?.headers.authorization, asked?.headers.cookie, asked?.headers['x-forwarded-for']],
    ['Bearer sk-key', undefined, '127.0.0.1'],
  );
  if (head.length > 0) socket.unshift(head);
  assert.equal(String((await once(socket, 'data'))[0]), 'first');
  socket.write('second');
  assert.equal(String((await once(atRelay as Duplex, 'data'))[0]), 'second');
  socket.destroy();
  await once(atRelay as Duplex, 'end');
  atRelay?.end();
});

test('a WebSocket that the relay refuses has its answer, and one outside of its paths the console’s', async () => {
  testing.relay.onUpgrade = (_request, socket) => {
    socket.end(
      'HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nContent-Length: 9\r\nConnection: close\r\n\r\n{"no":-1}',
    );
  };
  const [refused, body] = await answerTo('/v1/realtime?model=voice', 'GET', upgrade);
  assert.deepEqual([refused.statusCode, body], [401, '{"no":-1}']);
  const [elsewhere] = await answerTo('/api/status', 'GET', upgrade);
  assert.equal(elsewhere.statusCode, 200);
  const [inner] = await answerTo('/v1/../internal/providers', 'GET', upgrade);
  assert.ok([400, 404].includes(inner.statusCode ?? 0), String(inner.statusCode));
});

function ownCertificate() {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-tls-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(directory, { recursive: true });
  return made;
}

test('a WebSocket goes encrypted to a relay that is https', async (t) => {
  const { key, cert } = ownCertificate();
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, cert]);
  const relay = createTlsServer({ key, cert }).on('upgrade', ({ headers }: IncomingMessage, socket) => {
    socket.resume();
    const how = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade';
    socket.end(`${how}\r\nX-Heard: ${headers.authorization}\r\n\r\n`);
  });
  relay.listen(0, 'localhost');
  await once(relay, 'listening');
  const app = fastify();
  frontRelay(app, `https://localhost:${(relay.address() as AddressInfo).port}`);
  t.after(async () => {
    await app.close();
    relay.close();
    setDefaultCACertificates(trusted);
  });
  const front = await app.listen({ host: '127.0.0.1', port: 0 });
  const request = httpRequest(`${front}/v1/realtime`, { headers: { ...upgrade, authorization: 'Bearer sk-key' } });
  request.once('response', ({ statusCode }) => request.destroy(new Error(`answered with ${statusCode}`)));
  request.end();
  const [answer, socket] = (await once(request, 'upgrade')) as [IncomingMessage, Socket];
  assert.equal(answer.headers['x-heard'], 'Bearer sk-key');
  socket.destroy();
});

test('one connection of a client serves many calls', async () => {
  testing.relay.onCall = (_request, response) => response.end('{}');
  const [response] = await answerTo('/v1/chat/completions', 'POST', { 'content-type': 'application/json' }, '{}');
  assert.equal(response.headers.connection, 'keep-alive');
});

test('a relay that is gone is a 502 in the shape that the clients of each API read', async () => {
  await testing.relay.close();
  const openai = (body: string) => assert.equal(JSON.parse(body).error.code, 'relay_unreachable');
  const anthropic = (body: string) => {
    const { type, error, request_id } = JSON.parse(body);
    assert.deepEqual(
      [type, error.type, typeof error.message, typeof request_id],
      ['error', 'api_error', 'string', 'string'],
    );
  };
  const gemini = (body: string) => {
    const { code, status, message } = JSON.parse(body).error;
    assert.deepEqual([code, status, typeof message], [502, 'UNAVAILABLE', 'string']);
  };
  const midjourney = (body: string) => {
    const { code, description, type } = JSON.parse(body);
    assert.deepEqual([code, typeof description, type], [5, 'string', 'new_api_error']);
  };
  const suno = (body: string) => {
    const { code, message, data } = JSON.parse(body);
    assert.deepEqual([code, typeof message, data], ['relay_unreachable', 'string', null]);
  };
  for (const [method, path, read, headers = {}] of [
    ['POST', '/v1/chat/completions', openai],
    ['GET', '/v1/models', openai],
    ['GET', '/dashboard/billing/usage', openai],
    ['POST', '/v1beta/openai/chat/completions', openai],
    ['GET', '/v1/realtime?model=voice', openai, upgrade],
    ['POST', '/v1/messages', anthropic],
    ['POST', '/v1/messages/count_tokens?beta=true', anthropic],
    ['POST', '/claude/v1/messages', anthropic],
    ['GET', '/anthropic/v1/models', anthropic],
    ['GET', '/v1/models', anthropic, { 'anthropic-version': '2023-06-01' }],
    ['POST', '/v1beta/models/m:generateContent', gemini],
    ['POST', '/v1/models/m:streamGenerateContent?alt=sse', gemini],
    ['GET', '/gemini/v1beta/models', gemini],
    ['GET', '/v1/models', gemini, { 'x-goog-api-key': 'sk-key' }],
    ['POST', '/mj/submit/imagine', midjourney],
    ['GET', '/mj-fast/mj/task/1/fetch', midjourney],
    ['POST', '/suno/submit/music', suno],
  ] as const) {
    const [response, body] = await answerTo(path, method, headers);
    assert.equal(response.statusCode, 502, path);
    assert.ok(response.headers['x-oneapi-request-id']);
    read(body);
  }
});
