import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { buildApp } from './app.ts';
import type { Relay } from './context.ts';
import { startGateway, type TestGateway } from './harness/gateway.ts';

const model = 'model-of-the-poor';
let upstream: Upstream;
let gateway: TestGateway;
let poor = '';
const routes: { method: string; url: string }[] = [];
before(async () => {
  const config = { trustedProxies: [], bodyLimitBytes: 1 };
  const app = buildApp({ config } as unknown as Relay, 'token', {} as never);
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) if (verb !== 'HEAD') routes.push({ method: verb, url });
  });
  await app.ready();
  await app.close();
  upstream = await startUpstream();
  gateway = await startGateway('memory', async (db, keys) => {
    const userId = await seedUser(db, { username: 'poor', balance: 1 });
    poor = (await seedToken(db, keys, { userId })).key;
    await seedPrice(db, model, { input: '20000', output: '20000' });
    await seedChannel(db, keys, { baseUrl: upstream.url, models: [model] });
  });
});
after(async () => {
  await gateway?.close();
  await upstream?.close();
});
/** They show a picture or a video with a proof of its own in the address. */
const linked = ['GET /mj/image/:id', 'GET /v1/videos/linked/:id'];
/** Nothing is asked of a host there. */
const free = /count_tokens$|\/responses\/|^\/internal\/|^\/mj\/notify$/;
/** Priced by their action, so a body that means something has another shape for each: deploy/tasks. */
const tasks = /^\/([\w-]+\/)?(mj|suno)(\/|$)|^\/v1\/videos?(\/|$)/;
const forms = /images\/(edits|variations)$|audio\/(transcriptions|translations)$/;

const pathOf = (url: string) => url.replace(/:[a-zA-Z_]+/g, model).replace('*', `${model}:generateContent`);

function bodyFor(url: string): FormData | string {
  if (forms.test(url)) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ model, prompt: 'a cat' })) form.set(name, value);
    form.set(url.includes('images') ? 'image' : 'file', new Blob([Buffer.alloc(2_000)]), 'a.wav');
    return form;
  }
  return JSON.stringify({
    model,
    input: 'hello',
    messages: [{ role: 'user', content: 'hello' }],
    contents: [{ parts: [{ text: 'hello' }] }],
    query: 'hello',
    documents: ['hello'],
    voice: 'alloy',
    max_tokens: 5,
    ...(!url.endsWith('/responses') && { prompt: 'hello' }),
  });
}

async function call({ method, url }: (typeof routes)[number], key?: string) {
  const body = method === 'POST' ? bodyFor(url) : undefined;
  const response = await fetch(gateway.url + pathOf(url), {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  });
  return { status: response.status, text: await response.text() };
}

test('every address asks for a key, also one that is added tomorrow', async () => {
  assert.ok(routes.length > 150, `${routes.length} routes`);
  for (const route of routes) {
    const name = `${route.method} ${route.url}`;
    if (linked.includes(name)) continue;
    const { status, text } = await call(route);
    // Google's clients know a wrong key by its reason.
    assert.ok(status === 401 || (status === 400 && text.includes('API_KEY_INVALID')), `${name}: ${status} ${text}`);
  }
  assert.equal(upstream.requests().length, 0);
});

test('no address of a host is reached by who cannot pay for it', async () => {
  const spending = routes.filter(({ method, url }) => method === 'POST' && !free.test(url) && !tasks.test(url));
  assert.ok(spending.length > 50, `${spending.length} routes`);
  for (const route of spending) {
    const { status, text } = await call(route, poor);
    assert.ok(status >= 400 && /balance does not cover/.test(text), `${route.url}: ${status} ${text}`);
  }
  assert.equal(upstream.requests().length, 0);
});
