import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../auth/caller.ts';
import type { Relay } from '../../context.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { waitFor } from '../../harness/gateway.ts';
import { RawClient } from '../../harness/raw-client.ts';
import { giveSlab, takeSlab } from '../slabs.ts';
import { FastLane, type LanePatience } from './fast-lane.ts';
import type { LaneAnswer } from './lane-answer.ts';

const target = '/lane';
const patient = { firstMs: 60_000, bodyMs: 60_000, nextMs: 60_000 };
const caller = {
  tokenStatus: 1,
  userStatus: 1,
  role: 1,
  group: 'default',
  userGroups: ['default'],
} as unknown as Caller;

interface Lane {
  readonly url: string;
  readonly server: Server;
  /** Connections as the server has them. */
  readonly sockets: Socket[];
  /** Bodies of the requests that the lane served. */
  readonly served: string[];
  readonly relay: { draining: boolean };
  connect(): Promise<RawClient>;
}

interface Settings {
  /** Answers a request; `ok` and its body unless said. */
  readonly handle?: (answer: LaneAnswer, body: string) => void;
  readonly find?: () => Caller | undefined | Promise<Caller | undefined>;
  readonly patience?: LanePatience;
}

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const answerOk = (answer: LaneAnswer, body: string) => {
  const text = `ok ${body}`;
  answer.writeHead(200, ['content-length', String(text.length)]);
  answer.end(text, 'latin1');
};

/** A server with one address in the lane; Node's own answers `node`, the address and the body. */
async function openLane({ handle = answerOk, find = () => caller, patience = patient }: Settings = {}): Promise<Lane> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    response.end(`node ${request.url} ${Buffer.concat(pieces)}`);
  });
  const relay = {
    config: { bodyLimitBytes: 1_048_576, leaveMs: 0 },
    gate: { refusal: () => undefined, claim: () => undefined },
    faults: { refused() {} },
    draining: false,
    trust: () => false,
    snapshots: { current: { groups: new Map([['default', '']]), usableGroups: new Set() } },
    directory: { find },
  };
  const served: string[] = [];
  const route = {
    dialect: openaiChat,
    handle(_request: unknown, { raw }: { raw: unknown }, body: { read(key: string): unknown }) {
      const text = String(body.read('a'));
      served.push(text);
      handle(raw as LaneAnswer, text);
      return undefined;
    },
  };
  new FastLane(server, relay as unknown as Relay, new Map([[target, route]]), patience);
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const connect = async () => {
    const client = await RawClient.connect(url);
    endings.push(() => client.destroy());
    return client;
  };
  return { url, server, sockets, served, relay, connect };
}

function post(body: string, length = body.length): string {
  return `POST ${target} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer sk-a\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

const say = (text: string) => post(JSON.stringify({ a: text }));
const get = 'GET /other HTTP/1.1\r\nhost: a\r\n\r\n';

async function connections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

test('requests that come in one piece are answered in their order, and no stack is too short for them', async () => {
  const lane = await openLane();
  const client = await lane.connect();
  const names = Array.from({ length: 2_000 }, (_, at) => String(at));
  client.send(names.map(say).join(''));
  // Node goes on with one that is cut by the end of a read.
  for (const name of names) assert.match((await client.answer()).body, new RegExp(`^(ok|node .*)[ "]${name}\\b`));
  assert.deepEqual(lane.served, names.slice(0, lane.served.length));
  assert.ok(lane.served.length > 100);
});

test('a request waits for the answer to the one before it', async () => {
  const answers: LaneAnswer[] = [];
  const lane = await openLane({ handle: (answer) => answers.push(answer) });
  const client = await lane.connect();
  client.send(say('1') + say('2'));
  await waitFor(() => answers[0]);
  client.send(say('3'));
  await sleep(30);
  assert.deepEqual(lane.served, ['1']);
  for (const name of ['1', '2', '3']) {
    answerOk(await waitFor(() => answers.shift()), name);
    assert.equal((await client.answer()).body, `ok ${name}`);
  }
});

describe('what the lane does not take goes to Node on the same connection', () => {
  test('first, later, and whatever comes behind it', async () => {
    const lane = await openLane();
    const client = await lane.connect();
    client.send(say('1') + get + say('2') + get);
    const answers = [await client.answer(), await client.answer(), await client.answer(), await client.answer()];
    assert.deepEqual(
      answers.map(({ body }) => body),
      ['ok 1', 'node /other ', `node ${target} {"a":"2"}`, 'node /other '],
    );
    const other = await lane.connect();
    other.send(get + say('1'));
    assert.equal((await other.answer()).body, 'node /other ');
    assert.equal((await other.answer()).body, `node ${target} {"a":"1"}`);
  });

  test('a head that comes in two pieces', async () => {
    const lane = await openLane();
    const client = await lane.connect();
    client.send(say('1').slice(0, 40));
    await sleep(20);
    client.send(say('1').slice(40));
    assert.equal((await client.answer()).body, `node ${target} {"a":"1"}`);
  });

  test('whose key is refused, with all that came while it was looked up', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const lane = await openLane({ find: () => promise });
    const client = await lane.connect();
    const [first, second] = [say('1'), say('2')];
    client.send(first.slice(0, -3));
    await waitFor(() => (lane.sockets[0]?.isPaused() ? true : undefined));
    client.send(first.slice(-3) + second.slice(0, 20));
    await sleep(10);
    client.send(second.slice(20));
    await sleep(10);
    resolve(undefined);
    assert.equal((await client.answer()).body, `node ${target} {"a":"1"}`);
    assert.equal((await client.answer()).body, `node ${target} {"a":"2"}`);
  });

  test('behind a request that was refused at once, in the order in which it came', async () => {
    const { promise, resolve } = Promise.withResolvers<Caller>();
    const lane = await openLane({ find: () => promise });
    const client = await lane.connect();
    // No JSON: answered while it is read.
    const [bad, next] = [post('{"a"'), get];
    client.send(bad.slice(0, -2));
    await waitFor(() => (lane.sockets[0]?.isPaused() ? true : undefined));
    for (const piece of [bad.slice(-2) + next.slice(0, 5), next.slice(5, 12), next.slice(12)]) {
      client.send(piece);
      await sleep(10);
    }
    resolve(caller);
    assert.equal((await client.answer()).status, 400);
    assert.equal((await client.answer()).body, 'node /other ');
  });
});

test('a request is served when its key was looked up, also when its client has ended its side meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<Caller>();
  const lane = await openLane({ find: () => promise });
  const client = await lane.connect();
  client.send(say('1'));
  client.socket.end();
  await waitFor(() => (lane.sockets[0]?.isPaused() ? true : undefined));
  await sleep(20);
  resolve(caller);
  assert.equal((await client.answer()).body, 'ok 1');
  await client.end();
});

describe('a client that ends its side', () => {
  test('is answered what was served before its end came, and has left what is served then', async () => {
    const answers: LaneAnswer[] = [];
    const lane = await openLane({ handle: (answer) => answers.push(answer) });
    const client = await lane.connect();
    client.send(say('1') + say('2'));
    client.socket.end();
    answerOk(await waitFor(() => answers.shift()), '1');
    assert.equal((await client.answer()).body, 'ok 1');
    const second = await waitFor(() => answers.shift());
    await waitFor(() => (second.destroyed ? true : undefined));
    await waitFor(async () => ((await connections(lane.server)) === 0 ? true : undefined));
  });

  test('in the middle of a body is gone', async () => {
    const lane = await openLane();
    const client = await lane.connect();
    client.send(post('{"a":1}', 100));
    client.socket.end();
    await assert.rejects(client.answer());
    await waitFor(async () => ((await connections(lane.server)) === 0 ? true : undefined));
    assert.deepEqual(lane.served, []);
  });

  test('between requests is gone', async () => {
    const lane = await openLane();
    const client = await lane.connect();
    client.send(say('1'));
    await client.answer();
    client.socket.end();
    await client.end();
    await waitFor(async () => ((await connections(lane.server)) === 0 ? true : undefined));
  });
});

test('of what comes behind a request no more than a bounded part is read while it is answered', async () => {
  const answers: LaneAnswer[] = [];
  const lane = await openLane({ handle: (answer) => answers.push(answer) });
  const client = await lane.connect();
  client.send(say('1'));
  await waitFor(() => answers[0]);
  const length = 16 * 1_048_576;
  client.send(`POST ${target} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`);
  client.send(Buffer.alloc(length, 'x'));
  await sleep(200);
  const read = lane.sockets[0]?.bytesRead ?? 0;
  await sleep(200);
  assert.equal(lane.sockets[0]?.bytesRead, read, 'it waits');
  assert.ok(read < 300_000, `${read} bytes were read`);
  answerOk(answers[0] as LaneAnswer, '1');
  assert.equal((await client.answer()).body, 'ok 1');
  assert.equal((await client.answer()).body.length, `node ${target} `.length + length);
});

test('a client that leaves in the middle of its body leaves no connection behind, and gives its memory back', async () => {
  const lane = await openLane();
  const slab = takeSlab(100_000);
  giveSlab(slab);
  const client = await lane.connect();
  client.send(post('{"a":', 100_000));
  await waitFor(() => (lane.sockets[0]?.bytesRead ? true : undefined));
  const other = takeSlab(100_000);
  // Not by `equal`, which would print them.
  assert.ok(other !== slab, 'the request has it');
  client.socket.resetAndDestroy();
  await waitFor(async () => ((await connections(lane.server)) === 0 ? true : undefined));
  assert.ok(takeSlab(100_000) === slab);
  assert.deepEqual(lane.served, []);
});

describe('a connection on which nothing comes ends', () => {
  const short = { firstMs: 5_000, bodyMs: 20, nextMs: 20 };

  /** A lane that looks at its connections when the test says. */
  async function openWatched({ mock }: TestContext, settings: Settings) {
    const { setInterval } = globalThis;
    let look = () => {};
    const watching = mock.method(globalThis, 'setInterval', (act: () => void, ms: number) => {
      if (ms === 5_000) look = act;
      return setInterval(act, ms);
    });
    const lane = await openLane(settings);
    watching.mock.restore();
    return { ...lane, look: () => look() };
  }

  test('at first, with an answer', async (context) => {
    const lane = await openWatched(context, { patience: { ...patient, firstMs: 20 } });
    const client = await lane.connect();
    await waitFor(() => lane.sockets[0]);
    await sleep(30);
    lane.look();
    assert.equal((await client.answer()).status, 408);
    await waitFor(async () => ((await connections(lane.server)) === 0 ? true : undefined));
  });

  test('in the middle of a body, with an answer', async (context) => {
    const lane = await openWatched(context, { patience: { ...patient, bodyMs: 20 } });
    const client = await lane.connect();
    client.send(post('{"a":', 100));
    await waitFor(() => (lane.sockets[0]?.bytesRead ? true : undefined));
    await sleep(30);
    lane.look();
    assert.equal((await client.answer()).status, 408);
    await waitFor(async () => ((await connections(lane.server)) === 0 ? true : undefined));
    assert.deepEqual(lane.served, []);
  });

  test('between requests, without a word that could be taken for the answer to the next one', async (context) => {
    const lane = await openWatched(context, { patience: { ...patient, nextMs: 20 } });
    const client = await lane.connect();
    client.send(say('1'));
    assert.equal((await client.answer()).body, 'ok 1');
    await sleep(30);
    lane.look();
    await assert.rejects(client.answer(), /ended after ""/);
  });

  test('but not while it is answered, nor before its time', async (context) => {
    const answers: LaneAnswer[] = [];
    const lane = await openWatched(context, { patience: short, handle: (answer) => answers.push(answer) });
    const client = await lane.connect();
    lane.look();
    client.send(say('1'));
    const answer = await waitFor(() => answers[0]);
    await sleep(50);
    lane.look();
    answerOk(answer, '1');
    assert.equal((await client.answer()).body, 'ok 1');
    assert.equal(client.closed, false);
  });
});

describe('a server that closes', () => {
  test('ends connections that nobody uses, and lets running answers come to their end', async () => {
    const answers: LaneAnswer[] = [];
    const lane = await openLane({
      handle: (answer, body) => (body === 'slow' ? answers.push(answer) : answerOk(answer, body)),
    });
    const [idle, busy] = [await lane.connect(), await lane.connect()];
    idle.send(say('1'));
    await idle.answer();
    busy.send(say('slow'));
    const answer = await waitFor(() => answers[0]);
    const closed = once(lane.server, 'close');
    lane.server.close();
    await idle.end();
    assert.equal(busy.closed, false);
    answerOk(answer, 'slow');
    assert.equal((await busy.answer()).body, 'ok slow');
    lane.server.closeIdleConnections();
    await closed;
  });

  test('answers what is on its way on a connection that was just opened', async () => {
    const lane = await openLane();
    const client = await lane.connect();
    await waitFor(() => lane.sockets[0]);
    lane.server.close();
    client.send(say('1'));
    assert.equal((await client.answer()).body, 'ok 1');
  });

  test('ends all connections when it is told to', async () => {
    const lane = await openLane({ handle() {} });
    const client = await lane.connect();
    client.send(say('1'));
    await waitFor(() => lane.served[0]);
    lane.server.close();
    lane.server.closeAllConnections();
    await client.end();
  });
});

test('a relay that leaves says so in its answers and ends their connections', async () => {
  const lane = await openLane();
  const client = await lane.connect();
  client.send(say('1'));
  assert.equal((await client.answer()).headers.connection, 'keep-alive');
  lane.relay.draining = true;
  client.send(say('2'));
  const { headers, body } = await client.answer();
  assert.deepEqual([headers.connection, headers['keep-alive'], body], ['close', undefined, 'ok 2']);
  await client.end();
});

describe('an answer that its client does not take', () => {
  test('ends with its connection after the time it has', async () => {
    let closed = false;
    const lane = await openLane({
      handle(answer) {
        answer.on('close', () => {
          closed = true;
        });
        answer.writeHead(200, ['content-length', String(64 * 1_048_576)]);
        answer.end(Buffer.alloc(64 * 1_048_576));
        answer.setTimeout(50);
      },
    });
    const client = await lane.connect();
    client.socket.pause();
    client.send(say('1'));
    await waitFor(async () => (closed && (await connections(lane.server)) === 0 ? true : undefined));
  });

  test('leaves nothing behind on a connection when it is taken after all', async () => {
    const lane = await openLane({
      handle(answer) {
        answer.writeHead(200, ['content-length', String(8 * 1_048_576)]);
        answer.end(Buffer.alloc(8 * 1_048_576));
        assert.ok(answer.writableLength > 0);
        answer.setTimeout(5_000);
      },
    });
    const client = await lane.connect();
    for (let turn = 0; turn < 5; turn++) {
      client.send(say('1'));
      assert.equal((await client.answer()).body.length, 8 * 1_048_576);
      await waitFor(() => (lane.sockets[0]?.timeout === 0 ? true : undefined));
    }
    assert.equal(lane.sockets[0]?.listenerCount('timeout'), 1);
    client.send(get);
    assert.equal((await client.answer()).body, 'node /other ');
  });
});

test('a head that says more than an answer may is no answer: nothing of it is sent', async () => {
  let thrown: unknown;
  const lane = await openLane({
    handle(answer) {
      try {
        answer.writeHead(200, ['x-a', '1\r\nx-b: 2']);
      } catch (error) {
        thrown = error;
      }
      answerOk(answer, '1');
    },
  });
  const client = await lane.connect();
  client.send(say('1'));
  const { headers, body } = await client.answer();
  assert.ok(thrown instanceof TypeError);
  assert.deepEqual([headers['x-b'], body], [undefined, 'ok 1']);
});
