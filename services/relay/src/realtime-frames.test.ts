import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, test } from 'node:test';
import { waitFor } from './harness/gateway.ts';
import { heard } from './harness/realtime.ts';
import { type RealtimeBench, startRealtimeBench, textCharge, textUsage } from './harness/realtime-bench.ts';

let bench: RealtimeBench;
before(async () => {
  bench = await startRealtimeBench('memory');
});
after(() => bench?.close());
afterEach(() => bench?.reset());

test('a host that waits for the client to speak first is heard', async () => {
  bench.host.greeting = 'silence';
  bench.host.turns.push({ usage: textUsage });
  const client = await bench.open();
  client.send({ type: 'response.create' });
  await heard(client, 'response.done');
  client.socket.close();
  assert.equal((await bench.final(client)).charge, textCharge);
});

test('codes of a close reach the other side, both ways', async () => {
  const first = await bench.open();
  bench.heardSession().socket.close(4001, 'enough for org-abcdefgh');
  const [code, reason] = await once(first.socket, 'close');
  assert.deepEqual([code, String(reason)], [4001, 'enough for ***']);
  assert.equal((await bench.final(first)).ended, 'done');
  const other = await bench.open();
  other.socket.close(4002, 'bye');
  await waitFor(() => (bench.heardSession().closed === 4002 ? true : undefined));
});

test('frames pass untouched: binary, in pieces, large, and text that is no event', async () => {
  const client = await bench.open();
  const session = bench.heardSession();
  const binary = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 256));
  const large = `{"type":"input_audio_buffer.append","audio":"${'QUJD'.repeat(1_000_000)}"}`;
  client.socket.send(binary);
  client.socket.send('{"type":"input_audio_buffer.append",', { fin: false });
  client.socket.send(' "audio" : "QUJD" }', { fin: true });
  client.socket.send(large);
  const messages = await waitFor(() => (session.messages.length === 3 ? session.messages : undefined));
  assert.deepEqual(messages[0], { data: binary, binary: true });
  assert.equal(String(messages[1]?.data), '{"type":"input_audio_buffer.append", "audio" : "QUJD" }');
  assert.ok(messages[2]?.data.equals(Buffer.from(large)));
  const back: { data: Buffer; binary: boolean }[] = [];
  client.socket.removeAllListeners('message');
  client.socket.on('message', (data: Buffer, isBinary) => back.push({ data, binary: isBinary }));
  session.socket.send(binary);
  session.socket.send('no event at all');
  session.socket.send('{"type" :"x", "n": 1.0}');
  await waitFor(() => (back.length === 3 ? true : undefined));
  assert.deepEqual(back[0], { data: binary, binary: true });
  assert.deepEqual(
    back.slice(1).map(({ data }) => String(data)),
    ['no event at all', '{"type" :"x", "n": 1.0}'],
  );
  client.socket.close();
});

test('settings in other letters, or of another model, are answered by an error and reach no host', async () => {
  const client = await bench.open('mapped');
  const session = bench.heardSession();
  const letters = (known: string) => new RegExp(`^Write ${known} with exactly these letters`);
  const refused: readonly (readonly [object, RegExp])[] = [
    [{ Type: 'response.create' }, letters('type')],
    [{ type: 'session.update', Session: { model: 'dear' } }, letters('session')],
    [{ type: 'session.update', '\u017fession': { model: 'dear' } }, letters('session')],
    [{ type: 'session.update', session: { Model: 'dear' } }, letters('model')],
    [{ type: 'session.update', session: { audio: { input: { Transcription: {} } } } }, letters('transcription')],
    [{ type: 'session.update', session: { audio: { input: { transcription: { MODEL: 'dear' } } } } }, letters('model')],
    [{ type: 'session.update', session: { model: 'dear' } }, /keeps its model/],
    [{ type: 'response.create', response: { model: ['mapped'] } }, /keeps its model/],
  ];
  for (const [at, [event, message]] of refused.entries()) {
    // Hosts may read what is binary as they read a text.
    client.socket.send(Buffer.from(JSON.stringify(event)), { binary: at % 2 === 1 });
    const { error } = (await heard(client, 'error', at + 1)) as { error: { message: string; type: string } };
    assert.match(error.message, message);
    assert.equal(error.type, 'invalid_request_error');
  }
  assert.equal(session.messages.length, 0);
  const tools = [{ type: 'function', name: 'tide', parameters: { properties: { Model: {}, Type: {} } } }];
  for (const [at, name] of ['mapped', 'voice/upstream 2'].entries()) {
    client.send({ type: 'session.update', session: { model: name, tools } });
    await heard(client, 'session.updated', at + 1);
  }
  assert.equal(session.messages.length, 2);
  client.socket.close();
});

test('errors of the host that do not end the session reach the client without what is secret', async () => {
  const client = await bench.open();
  const message = 'Rate limit of org-abcdefgh reached, see https://bench.host.example/limits';
  bench.heardSession().send({ type: 'error', error: { type: 'tokens', code: 'rate_limit', message } });
  const { error } = (await heard(client, 'error')) as { error: { message: string; code: string } };
  assert.deepEqual([error.message, error.code], ['Rate limit of *** reached, see ***', 'rate_limit']);
  client.socket.close();
});

test('a frame that is too long, and one that is none, end the session', async () => {
  const long = await bench.open();
  long.socket.send(Buffer.alloc(17 * 1_048_576));
  assert.equal(await long.closed, 1009);
  const broken = await bench.open();
  // A client's frame must be masked (RFC 6455, 5.1).
  (broken.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(Buffer.from([0x81, 1, 65]));
  assert.equal(await broken.closed, 1002);
});

test('a client that does not read keeps its host waiting, and loses nothing', async () => {
  const client = await bench.open();
  client.socket.pause();
  const { socket } = bench.heardSession();
  const count = 400;
  let taken = 0;
  for (let at = 0; at < count; at++) {
    const data = Buffer.alloc(131_072, at % 256);
    data.writeUInt32BE(at, 0);
    socket.send(data, () => taken++);
  }
  let last = -1;
  await waitFor(async () => {
    for (let quiet = 0; quiet < 20; quiet++) {
      if (taken !== last) quiet = 0;
      last = taken;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return true;
  });
  assert.ok(taken < count, 'everything was taken in');
  const order: number[] = [];
  client.socket.on('message', (data: Buffer, binary) => {
    if (binary) order.push(data.readUInt32BE(0));
  });
  client.socket.resume();
  await waitFor(() => (order.length === count ? true : undefined));
  assert.deepEqual(
    order,
    Array.from({ length: count }, (_, at) => at),
  );
  client.socket.close();
});
