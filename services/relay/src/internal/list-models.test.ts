import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startGateway } from '../harness/gateway.ts';

test('a list of models without an end is not read to it', async (t) => {
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
    const piece = '{"id":"model"},'.repeat(10_000);
    const write = () => {
      while (!response.destroyed && response.write(piece));
      response.once('drain', write);
    };
    write();
  });
  await once(host.listen(0, '127.0.0.1'), 'listening');
  const gateway = await startGateway('memory', async () => {});
  t.after(async () => {
    await gateway.close();
    host.closeAllConnections();
    host.close();
  });
  const { port } = host.address() as AddressInfo;
  const response = await fetch(`${gateway.url}/internal/channels/models`, {
    method: 'POST',
    headers: { 'x-switchyard-internal': gateway.keys.internalToken, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 1, baseUrl: `http://127.0.0.1:${port}`, key: 'sk-x' }),
  });
  assert.equal(response.status, 400);
  assert.deepEqual(await response.json(), { message: 'The upstream could not be reached: the answer is too large' });
});
