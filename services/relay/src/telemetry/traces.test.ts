import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { startGateway, type TestGateway } from '../harness/gateway.ts';

const traceId = '0123456789abcdef0123456789abcdef';
let upstream: Upstream;
let gateway: TestGateway;
let key = '';

before(async () => {
  // Nobody takes the spans: requests must not notice.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:9';
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '100';
  upstream = await startUpstream();
  const seed = async (...[db, keys]: Parameters<Parameters<typeof startGateway>[1]>) => {
    const userId = await seedUser(db, { username: 'ada', balance: 1_000_000 });
    key = (await seedToken(db, keys, { userId })).key;
    await seedPrice(db, 'traced', { input: '2', output: '8' });
    await seedChannel(db, keys, { baseUrl: upstream.url, models: ['traced'] });
  };
  gateway = await startGateway('memory', seed, { trustsTraceparent: true });
});
after(async () => {
  await gateway?.close();
  await upstream?.close();
});

async function traceparentOf(given: string): Promise<string> {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', traceparent: given },
    body: JSON.stringify({ model: 'traced', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  assert.equal(response.status, 200);
  const id = response.headers.get('x-oneapi-request-id');
  return (await gateway.event((event) => event.id === id)).traceparent ?? 'none';
}

test("a client's trace is continued where the operator says so, and its wish not to be traced is respected", async () => {
  const parent = '0123456789abcdef';
  assert.match(
    await traceparentOf(`00-${traceId}-${parent}-01`),
    new RegExp(`^00-${traceId}-(?!${parent})\\w{16}-01$`),
  );
  assert.equal(await traceparentOf(`00-${traceId}-${parent}-00`), 'none');
});

test('a traceparent that is none begins a new trace', async () => {
  for (const wrong of ['nonsense', `00-${'0'.repeat(32)}-0123456789abcdef-01`, `00-${traceId}`]) {
    assert.match(await traceparentOf(wrong), new RegExp(`^00-(?!${traceId})[0-9a-f]{32}-[0-9a-f]{16}-01$`));
  }
});
