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

/**
 * Half of them are there before the memory is first looked at: what a process grows by when it moves gigabytes is no reader's. Each takes up to
 * four megabytes of the system's buffers, which are not the relay's; of the 5,000 of the promise they have to be less (see the README).
 */
const readers = Number(process.env.SLOW_READERS || 1_000);
const bodies = 200;
const kibibyte = 1_024;
const mebibyte = 2 ** 20;
/**
 * What a stream may take whose client reads nothing: what waits for the client, with what one read of the upstream adds, and the newest
 * events. Of few, the heap's own ups and downs are a part of it.
 */
const mostEach = (readers < 5_000 ? 128 : 64) * kibibyte;
const flood = 'flood';
const short = 'short~tokens=12~latencyMs=20';
const card = { input: '2', output: '8' };
/** More than the system takes for a client that does not read; one word in each event of a kibibyte. */
const flooding = chunked(
  Array.from({ length: 16_000 }, () => {
    const payload = { choices: [{ index: 0, delta: { content: 'tide' } }], pad: 'x'.repeat(kibibyte) };
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
  await warmUp();
  const sockets: Socket[] = [];
  await openUntil(sockets, readers / 2);
  const base = residentBytes(relay().pid);
  await openUntil(sockets, readers);
  const each = (residentBytes(relay().pid) - base) / (readers / 2);
  const seen = await ask();
  assert.ok(seen.complete, `another client: ${seen.error}`);
  for (const socket of sockets) socket.destroy();
  context.diagnostic(
    `${readers} readers, ${(each / kibibyte).toFixed(1)} KiB each, half of them take ${Math.round(base / mebibyte)} MiB with the process`,
  );
  assert.ok(each <= mostEach, `${(each / kibibyte).toFixed(1)} KiB each`);
});

/** Opens streams that nobody reads until there are so many; resolves when the relay takes no more for them. */
async function openUntil(sockets: Socket[], count: number): Promise<void> {
  const body = JSON.stringify({ model: flood, stream: true, messages: [{ role: 'user', content: 'flood' }] });
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${customer.key}\r\nContent-Type: application/json\r\n`;
  while (sockets.length < count) {
    const socket = connect(Number(new URL(relay().url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    sockets.push(socket);
    if (sockets.length % 50 === 0) await sleep(50);
  }
  let resident = 0;
  const isStill = async () => {
    const before = resident;
    await sleep(3_000);
    resident = residentBytes(relay().pid);
    return host.connections.size >= count && Math.abs(resident - before) < count * kibibyte;
  };
  await until(isStill, 120_000);
}

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
