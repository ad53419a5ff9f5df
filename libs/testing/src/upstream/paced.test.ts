import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startUpstream } from './upstream.ts';

const upstream = await startUpstream();
after(() => upstream.close());

async function ask(body: string): Promise<string> {
  const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
  const reply = await fetch(`${upstream.url}/v1/chat/completions`, { method: 'POST', headers, body });
  assert.equal(reply.status, 200);
  return reply.text();
}
const filler = 'x'.repeat(100_000);
const text = `"messages":[{"role":"user","content":"${filler}"}]`;

test('a whole body has exactly the size in the name', async () => {
  const body = await ask(`{"model":"m-0-1024-1-0",${text}}`);
  assert.equal(body.length, 1024);
  assert.equal(JSON.parse(body).object, 'chat.completion');
});

test('a stream has as many events of that size as the name says, at their pace', async () => {
  const started = Date.now();
  const body = await ask(`{"model":"m-50-300-10-20","stream":true,${text}}`);
  const events = body.split('\n\n').map((event) => `${event}\n\n`);
  assert.equal(events.filter((event) => event.length === 300).length, 10);
  assert.ok(Date.now() - started >= 50 + 9 * 20);
  assert.equal(events.at(-2), 'data: [DONE]\n\n');
  assert.doesNotMatch(body, /usage/);
});

test('usage comes when asked, wherever the fields stand in the body', async () => {
  const options = '"stream":true,"stream_options":{"include_usage":true}';
  assert.match(await ask(`{"model":"m-0-300-2-0",${options},${text}}`), /"completion_tokens":2/);
  assert.match(await ask(`{"model":"m-0-300-2-0",${text},${options}}`), /"completion_tokens":2/);
  assert.match(await ask(`{${text},${options},"model":"m-0-300-2-0"}`), /"completion_tokens":2/);
});

test('streams start at different phases of the interval', async () => {
  const starts = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const started = performance.now();
      await ask(`{"model":"m-0-300-0-100","stream":true,${text}}`);
      return performance.now() - started;
    }),
  );
  assert.ok(Math.max(...starts) - Math.min(...starts) > 15, starts.map(Math.round).join(' '));
});
