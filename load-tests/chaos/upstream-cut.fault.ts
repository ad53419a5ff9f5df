import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedChannel, seedPrice } from '@switchyard/testing';
import { Agent, request } from 'undici';
import { residentBytes } from '../bench/proc.ts';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { readCharges } from './books.ts';
import { type Recording, readPayloads, recordings } from './recordings.ts';
import { until } from './until.ts';
import { chunked, startWireHost, type Wire, type WireHost } from './wire.ts';

/*
 * A stream that breaks off after each of its bytes, head and framing included, by an end and by a reset; and streams that are
 * written as no host should. Each request has a model that few others have, so that no breaker keeps it from its host.
 */
const requestsPerModel = 4;
const lanes = 24;
/** As the dialects say that no channel could answer. */
const refusals = [500, 502, 503, 529];
const price = { card: { input: '2', output: '8' }, prompt: 1, completion: 4 };

let plant: Plant;
let customer: Customer;
let host: WireHost;
const agent = new Agent({ connections: lanes, pipelining: 1 });
const wires = new Map<string, Wire>();

interface Case {
  readonly recording: Recording;
  readonly name: string;
  readonly wire: Wire;
}

const cuts = recordings.flatMap((recording) => {
  const bytes = chunked(recording.events.map((event) => event.bytes));
  return (['fin', 'reset'] as const).flatMap((end) =>
    Array.from({ length: bytes.length + 1 }, (_, offset) => ({
      recording,
      name: `${recording.name} ${end} ${offset}`,
      wire: { bytes: bytes.subarray(0, offset), end },
      offset,
    })),
  );
});
const modelCount = Math.ceil(cuts.length / requestsPerModel);
const modelOf = (index: number) => `cut-${index % modelCount}`;

before(async () => {
  host = await startWireHost((text) => wires.get(/Question <(.*?)>/.exec(text)?.[1] ?? '') as Wire);
  plant = await startPlant({
    models: {},
    seed: async (db, keys) => {
      const models = Array.from({ length: modelCount }, (_, index) => modelOf(index));
      for (const type of new Set(recordings.map(({ channelType }) => channelType))) {
        const own = models.map((model) => `${type}-${model}`);
        await seedChannel(db, keys, { type, baseUrl: host.url, models: own });
        await Promise.all(own.map((model) => seedPrice(db, model, price.card)));
      }
    },
  });
  customer = await plant.customer('regular', 1e12);
});
after(async () => {
  await agent.destroy();
  await host?.close();
  await plant?.stop();
});

interface Got {
  readonly id: string;
  readonly status: number;
  readonly body: string;
  /** The answer's own end came. */
  readonly ended: boolean;
}

async function ask({ recording, name, wire }: Case, model: string): Promise<Got> {
  wires.set(name, wire);
  const { path, body } = recording.request(`${recording.channelType}-${model}`, `Question <${name}> about the tide.`);
  const reply = await request(`${plant.relays[0]?.url}${path}`, {
    method: 'POST',
    dispatcher: agent,
    headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  let text = '';
  let ended = true;
  try {
    for await (const chunk of reply.body) text += chunk.toString('utf8');
  } catch {
    ended = false;
  }
  return { id: String(reply.headers['x-oneapi-request-id']), status: reply.statusCode, body: text, ended };
}

/** Asks all, `lanes` at a time, each with a model whose breaker is closed. */
async function askAll<Kind extends Case>(cases: readonly Kind[]): Promise<Map<Kind, Got>> {
  const answers = new Map<Kind, Got>();
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < cases.length; at = next++) {
      answers.set(cases[at] as Kind, await ask(cases[at] as Kind, modelOf(at)));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}

async function chargesOf(answers: ReadonlyMap<Case, Got>): Promise<Map<string, number>> {
  await until(
    async () => (await plant.db.selectFrom('usage_log').select('request_id').execute()).length >= answers.size,
    60_000,
  );
  return readCharges(plant);
}

test('a stream that breaks off at any byte ends well for the client, and costs what came', async (context) => {
  const answers = await askAll(cuts);
  const charges = await chargesOf(answers);
  for (const recording of recordings) {
    /** What the prompt costs when it is counted here: the same for all offsets but for the digits of their numbers. */
    const prompts = new Set<number>();
    for (const [cut, { id, status, body, ended }] of answers) {
      if (cut.recording !== recording) continue;
      const came = toldBefore(recording, cut.offset);
      assert.ok(ended, `${cut.name}: the answer has an end`);
      const charge = charges.get(id) ?? 0;
      if (status !== 200) {
        assert.ok(refusals.includes(status), `${cut.name}: ${status} ${body}`);
        assert.ok(JSON.parse(body).error.message);
        assert.equal(came.tokens, 0, `${cut.name}: what came was not passed on`);
        assert.equal(charge, 0, `${cut.name}: nothing came`);
        continue;
      }
      const payloads = readPayloads(body);
      const had = payloads.filter((payload) => recording.textOf(payload) !== undefined).length;
      assert.equal(had, came.tokens, `${cut.name}: the client has what came`);
      const last = payloads.at(-1);
      const failed = last.error !== undefined || last.type === 'error' || last.type === 'response.failed';
      assert.ok(recording.isLast(last) || failed, `${cut.name}: ${body}`);
      if (came.usage)
        assert.equal(charge, came.usage.prompt * price.prompt + came.usage.completion * price.completion, cut.name);
      else if (came.tokens > 0) prompts.add(charge - came.tokens * price.completion);
    }
    const [least, most] = [Math.min(...prompts), Math.max(...prompts)];
    assert.ok(least > 0 && most - least <= 4, `${recording.name}: the prompt costs ${[...prompts]}`);
  }
  context.diagnostic(`${cuts.length} streams, ${recordings.length} dialects`);
});

/** What stands in whole events before this byte of the wire. */
function toldBefore({ events }: Recording, offset: number) {
  const after = events.findIndex((_, index) => {
    // An event is whole when its chunk is, but for the line break behind it.
    const upTo = chunked(events.slice(0, index + 1).map(({ bytes }) => bytes)).length - '\r\n0\r\n\r\n'.length;
    return upTo > offset;
  });
  const told = after < 0 ? events : events.slice(0, after);
  return {
    tokens: told.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    usage: told.findLast(({ usage }) => usage)?.usage,
  };
}

const megabyte = 2 ** 20;
/** Each changes a sound stream. The bytes of what is broken may reach the client or not; what is sound must. */
const malformations: Readonly<Record<string, (events: readonly string[]) => readonly (string | Buffer)[]>> = {
  'lines end in CR LF': (events) => events.map((event) => event.replaceAll('\n', '\r\n')),
  'lines end in CR': (events) => events.map((event) => event.replaceAll('\n', '\r')),
  'a byte order mark': (events) => [Buffer.from([0xef, 0xbb, 0xbf]), ...events],
  comments: (events) => events.flatMap((event) => [': waiting\n\n', event]),
  'no space after the colon': (events) => events.map((event) => event.replaceAll('data: ', 'data:')),
  'fields nobody knows': (events) => events.map((event) => `id: 7\nretry: 1\nwhatever\n${event}`),
  'a line that is no JSON': (events) => [events[0] as string, 'data: {"broken\n\n', ...events.slice(1)],
  'a payload that is no object': (events) => [
    events[0] as string,
    'data: 7\n\ndata: null\n\ndata: []\n\n',
    ...events.slice(1),
  ],
  'bytes that are no UTF-8': (events) => [
    events[0] as string,
    Buffer.from('data: {"\xff\xfe": 1}\n\n', 'latin1'),
    ...events.slice(1),
  ],
  'NUL bytes': (events) => [events[0] as string, 'data: \0\0\0\n\n', ...events.slice(1)],
  'a megabyte of blank lines': (events) => ['\n'.repeat(megabyte), ...events],
  'a line of ten megabytes': (events) => [
    events[0] as string,
    `data: {"pad":"${'x'.repeat(10 * megabyte)}"}\n\n`,
    ...events.slice(1),
  ],
  'an event that never ends': (events) => [...events.slice(0, -1), `data: ${'x'.repeat(10 * megabyte)}`],
  'a page after the events': (events) => [...events, '<html>'.repeat(1_000)],
  'every event twice': (events) => events.flatMap((event) => [event, event]),
  'in reverse': (events) => events.toReversed(),
  'the end first': (events) => [events.at(-1) as string, ...events],
  'nothing but the end': (events) => events.slice(-1),
  'byte by byte': (events) => [...events.join('')],
};
const rounds = 12;

test('streams written as none should be crash nothing, end well, and leave no memory behind', async (context) => {
  const cases = recordings.flatMap((recording) =>
    Object.entries(malformations).map(([malformation, change]) => ({
      recording,
      name: `${recording.name}: ${malformation}`,
      wire: { bytes: chunked(change(recording.events.map(({ bytes }) => bytes))), end: 'keep' as const },
    })),
  );
  const pid = plant.relays[0]?.pid as number;
  const resident: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [{ name }, { status, body, ended }] of await askAll(cases)) {
      assert.ok(ended, `${name}: the answer has an end`);
      assert.ok([200, ...refusals].includes(status), `${name}: ${status} ${body.slice(0, 200)}`);
      if (status === 200) assert.match(body, /\n\r?\n$|\r\r$/, name);
      else assert.ok(JSON.parse(body).error.message, name);
    }
    await sleep(300);
    resident.push(Math.round(residentBytes(pid) / megabyte));
  }
  assert.equal(plant.relays[0]?.crash, undefined);
  context.diagnostic(`resident memory after each round: ${resident.join(', ')} MiB`);
  const [early, late] = [resident.slice(3, 6), resident.slice(-3)].map((some) => Math.min(...some));
  assert.ok((late ?? 0) <= (early ?? 0) + 48, `resident memory: ${resident} MiB`);
});
