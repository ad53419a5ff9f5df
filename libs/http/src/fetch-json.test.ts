import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { parseCidrs } from './cidrs.ts';
import { fetchJson, fetchStatusAndJson } from './fetch-json.ts';

const allow = parseCidrs('127.0.0.0/8');
const Answer = Type.Object({ code: Type.Integer() });
let said: { readonly status: number; readonly text: string } | undefined;
const server = createServer((_request, response) => {
  if (said) response.writeHead(said.status).end(said.text);
});
let host: string;
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

const ask = (request: object = {}) => fetchJson(Answer, `http://${host}/api?key=secret`, { allow, ...request });

test('an answer of the right shape is read whatever its status', async () => {
  for (const status of [200, 400, 503]) {
    said = { status, text: '{"code":1,"more":true}' };
    assert.equal((await ask()).code, 1);
  }
});

test('an answer of another shape, or none in JSON, is an error that names the host and the status alone', async () => {
  for (const text of ['{"code":"token-1"}', '<html>token-1</html>', '']) {
    said = { status: 502, text };
    await assert.rejects(ask(), { message: `${host} answered 502 without what is needed` });
  }
});

test('the bounds of the call hold: addresses, length and time', async () => {
  said = { status: 200, text: '{"code":1}' };
  await assert.rejects(ask({ allow: parseCidrs('') }), { name: 'AddressRefused' });
  await assert.rejects(ask({ maxBytes: 5 }), { name: 'AnswerTooLong' });
  said = undefined;
  await assert.rejects(ask({ timeoutMs: 50 }), { name: 'TimeoutError' });
});

test('who asks for the status as well gets it, and undefined for what is no JSON', async () => {
  said = { status: 404, text: 'nothing here' };
  assert.deepEqual(await fetchStatusAndJson(`http://${host}/`, { allow }), { status: 404, answer: undefined });
});
