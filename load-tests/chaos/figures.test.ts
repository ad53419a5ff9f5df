import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { metricsToken, readFigure } from './figures.ts';

const server = createServer(({ headers }, response) => {
  if (headers.authorization !== `Bearer ${metricsToken}`) response.writeHead(404).end();
  else response.end('# TYPE spool gauge\nspool 1.5e3\nlag{quantile="0.99"} 0.2\nage NaN\n');
});
let url: string;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

test('a figure is read by its whole name', async () => {
  assert.equal(await readFigure({ url }, 'spool'), 1_500);
});

test('one that has another name or labels, is no number, or is not to be had is an error, never a number', async () => {
  for (const name of ['spool_bytes', 'poo', 'lag', 'age']) {
    await assert.rejects(readFigure({ url }, name), /tells no figure/, name);
  }
  await assert.rejects(readFigure({ url: `${url}/elsewhere?` }, 'other'), /tells no figure other/);
});
