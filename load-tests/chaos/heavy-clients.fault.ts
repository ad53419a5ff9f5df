import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedChannel, seedPrice } from '@switchyard/testing';
import { Agent, request } from 'undici';
import { residentBytes } from '../bench/proc.ts';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client } from './client.ts';
import { until } from './until.ts';
import { chunked, startWireHost, type WireHost } from './wire.ts';

/** Each takes up to four megabytes of the system's buffers, which are not the relay's: 5,000 need a machine of their own. */
const readers = Number(process.env.SLOW_READERS || 500);
const bodies = 200;
const kibibyte = 1_024;
const mebibyte = 2 ** 20;
/**
 * What a stream may take whose client reads nothing. Some 125 KiB of it are in use: what waits for the client, with what one read of the
 * upstream adds, and the newest events. The rest held its events (256 KiB at most) while the system's buffers still took megabytes of it, and
 * is not given back.
 */
const mostEach = 560 * kibibyte;
const flood = 'flood';
const short = 'short~tokens=12~latencyMs=20';
const card = { input: '2', output: '8' };
/** More than the system takes for a client that does not read; one word in each event of 16 KiB. */
const flooding = chunked(
  Array.from({ length: 1_000 }, () => {
    const payload = { choices: [{ index: 0, delta: { content: 'tide' } }], pad: 'x'.repeat(16 * kibibyte) };
    return `data: ${JSON.stringify(payload)}\n\n`;
  }),
);

let plant: Plant;
let host: WireHost;
let customer: Customer;
const client = new Client();
before(async () => {
  host = await startWireHost(() => ({ bytes: flooding, end: 'keep' }));
  plant = await startPlant({
    models: {},
    seed: async (db, keys, upstream) => {
      await seedChannel(db, keys, { baseUrl: host.url, models: [flood] });
      await seedChannel(db, keys, { baseUrl: upstream.url, models: [short] });
      for (const model of [flood, short]) await seedPrice(db, model, card);
    },
  });
  customer = await plant.customer('regular', 1e15);
});
after(async () => {
  await client.close();
  await plant?.stop();
  await host?.close();
});

const relay = () => plant.relays[0] as Plant['relays'][number];
const ask = () => client.ask({ url: relay().url, customer, model: short, stream: true });
async function warmUp(): Promise<number> {
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, ask));
  await sleep(1_000);
  return residentBytes(relay().pid);
}

test('clients that read nothing take a bounded memory each, and others are served beside them', async (context) => {
  const base = await warmUp();
  const body = JSON.stringify({ model: flood, stream: true, messages: [{ role: 'user', content: 'flood' }] });
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${customer.key}\r\nContent-Type: application/json\r\n`;
  const sockets: Socket[] = [];
  for (let count = 0; count < readers; count++) {
    const socket = connect(Number(new URL(relay().url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    sockets.push(socket);
    if (count % 50 === 49) await sleep(50);
  }
  let resident = 0;
  const isStill = async () => {
    const before = resident;
    await sleep(3_000);
    resident = residentBytes(relay().pid);
    return host.connections.size >= readers && Math.abs(resident - before) < readers * kibibyte;
  };
  await until(isStill, 120_000);
  const each = (residentBytes(relay().pid) - base) / readers;
  const seen = await ask();
  assert.ok(seen.complete, `another client: ${seen.error}`);
  for (const socket of sockets) socket.destroy();
  context.diagnostic(
    `${readers} readers, ${(each / kibibyte).toFixed(1)} KiB each, base ${Math.round(base / mebibyte)} MiB`,
  );
  assert.ok(each <= mostEach, `${(each / kibibyte).toFixed(1)} KiB each`);
});

test('two hundred bodies of forty megabytes are served or turned away, and the memory for them is bounded', async (context) => {
  const base = await warmUp();
  const picture = 'QUJD'.repeat((40 * mebibyte) / 4);
  const content = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }];
  const body = Buffer.from(JSON.stringify({ model: short, messages: [{ role: 'user', content }] }));
  const agent = new Agent({ connections: bodies, pipelining: 1 });
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentBytes(relay().pid));
  }, 50);
  const outcomes = await Promise.all(
    Array.from({ length: bodies }, async () => {
      try {
        const reply = await request(`${relay().url}/v1/chat/completions`, {
          method: 'POST',
          dispatcher: agent,
          headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
          body,
        });
        await reply.body.dump();
        return String(reply.statusCode);
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? String(error);
      }
    }),
  );
  clearInterval(watching);
  await agent.destroy();
  const counts = Object.entries(Object.groupBy(outcomes, (outcome) => outcome)).map(
    ([what, all]) => `${all?.length} × ${what}`,
  );
  const grown = (peak - base) / mebibyte;
  context.diagnostic(
    `${counts.join(', ')}; ${Math.round(grown)} MiB more than the ${Math.round(base / mebibyte)} before`,
  );
  assert.equal(relay().crash, undefined);
  assert.ok(
    outcomes.every((outcome) => ['200', '408', '413', '503'].includes(outcome)),
    counts.join(),
  );
  assert.ok(outcomes.includes('503') && outcomes.includes('200'), counts.join());
  // Half a gibibyte of bodies, and what sockets have read of them.
  assert.ok(grown < 1_024, `${grown} MiB`);
  assert.ok((await ask()).complete);
});
