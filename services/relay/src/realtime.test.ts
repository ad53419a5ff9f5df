import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { notices, type UsageEvent } from '@switchyard/contracts';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type FakeRealtime, fakeRealtime } from '@switchyard/testing/hosts/realtime';
import { type Adapters, startGateway, type TestGateway, waitFor } from './harness/gateway.ts';
import { officialRealtime, openRealtime, type RealtimeClient } from './harness/realtime.ts';
import { readLeftover } from './metering/spool/recovery.ts';

const model = 'voice-test';
/** 2 quota a token read, 8 written, 0.2 cached; of sound 16 and 32. */
const card = { input: '4', output: '16', cacheRead: '0.4', audioInput: '32', audioOutput: '64' };
/** What is held for a session of which nothing is known: 500 tokens read and 1,024 written, all of them sound. */
const firstHold = 500 * 16 + 1_024 * 32;

const textUsage = {
  total_tokens: 120,
  input_tokens: 100,
  output_tokens: 20,
  input_token_details: { text_tokens: 100, audio_tokens: 0, cached_tokens: 0 },
  output_token_details: { text_tokens: 20, audio_tokens: 0 },
};
const textCharge = 100 * 2 + 20 * 8;

const soundUsage = {
  total_tokens: 200,
  input_tokens: 150,
  output_tokens: 50,
  input_token_details: {
    text_tokens: 60,
    audio_tokens: 90,
    cached_tokens: 64,
    cached_tokens_details: { text_tokens: 24, audio_tokens: 40 },
  },
  output_token_details: { text_tokens: 10, audio_tokens: 40 },
};
/** 36 of text, 50 of sound, 64 of both from the cache. */
const soundCharge = 36 * 2 + 50 * 16 + 64 * 0.2 + 10 * 8 + 40 * 32;

for (const adapters of ['memory', 'shared'] satisfies Adapters[]) {
  describe(`realtime sessions, ${adapters} adapters`, () => {
    let host: FakeRealtime;
    let second: FakeRealtime;
    let gateway: TestGateway;
    let key = '';
    const keys: Record<string, string> = {};
    let userId = 0;
    let poorId = 0;

    before(async () => {
      host = await fakeRealtime('sk-upstream');
      second = await fakeRealtime('sk-second');
      gateway = await startGateway(
        adapters,
        async (db, secrets) => {
          userId = await seedUser(db, { username: 'ada', balance: 1e9 });
          poorId = await seedUser(db, { username: 'poor', balance: 50_000 });
          const bankruptId = await seedUser(db, { username: 'bankrupt', balance: firstHold - 1 });
          const token = async (name: string, fields: object, owner = userId) => {
            keys[name] = (await seedToken(db, secrets, { userId: owner, ...fields })).key;
          };
          await token('plain', {});
          await token('poor', {}, poorId);
          await token('bankrupt', {}, bankruptId);
          await token('limited', { remain: firstHold - 1 });
          await token('narrow', { models: ['something-else'] });
          await token('elsewhere', { allowedIps: ['192.0.2.1'] });
          await token('expired', { expiresAt: new Date('2001-01-01') });
          await token('single', { concurrency: 1 });
          await token('voiceOnly', { models: [model] });
          key = keys.plain as string;
          for (const name of [model, 'mapped', 'failing', 'walled', 'speechless']) await seedPrice(db, name, card);
          await seedPrice(db, 'whisper-test', { input: '30', output: '0', perMinute: '0.006' });
          await seedPrice(db, 'by-minute', { input: '1', output: '1', perMinute: '1' });
          await seedPrice(db, 'per-answer', { input: '1', output: '1', perCall: '0.01' });
          const models = [model, 'mapped', 'failing', 'by-minute', 'per-answer', 'unpriced'];
          const modelMapping = { mapped: 'voice/upstream 2' };
          await seedChannel(db, secrets, { baseUrl: host.url, models, priority: 9, modelMapping });
          await seedChannel(db, secrets, { baseUrl: second.url, key: 'sk-second', models: ['failing', 'walled'] });
          await seedChannel(db, secrets, { baseUrl: 'http://10.255.255.1', models: ['walled'], priority: 9 });
          await seedChannel(db, secrets, { baseUrl: host.url, type: 14, models: ['speechless'] });
        },
        { drainMs: 200 },
      );
    });
    after(async () => {
      await gateway?.close();
      await host?.close();
      await second?.close();
    });
    afterEach(() => {
      host.turns.length = 0;
      host.greeting = undefined;
      host.refusal = undefined;
    });

    const open = (name = model, headers: Record<string, string> = { authorization: `Bearer ${key}` }) =>
      openRealtime(gateway.url, name, { headers });
    const openAs = (name: string, wanted = model) => open(wanted, { authorization: `Bearer ${keys[name]}` });
    const heard = (client: RealtimeClient, type: string, times = 1) =>
      waitFor(() => client.events.filter((event) => event.type === type)[times - 1]);
    const heardSession = () => host.sessions.at(-1) as FakeRealtime['sessions'][number];
    const finalOf = (requestId: string) => gateway.event((event) => event.final && event.id === requestId);
    const final = ({ requestId }: RealtimeClient) => finalOf(requestId);
    const refusalOf = (opening: Promise<unknown>) =>
      opening.then(
        () => assert.fail('the session was opened'),
        (refusal) =>
          refusal as {
            status: number;
            headers: Record<string, string>;
            body: { error: { code: string; type: string; message: string } };
          },
      );

    test('text and sound through the official client are charged as the sum of all responses, rounded once', async () => {
      host.turns.push({ text: ['Good ', 'morning'], usage: textUsage });
      host.turns.push({ sound: ['AAAA', 'BBBB'], text: ['Hm.'], usage: soundUsage });
      const session = officialRealtime(gateway.client(key), model);
      const requestId = once(session.socket, 'upgrade').then(([{ headers }]) => headers['x-oneapi-request-id']);
      const written: string[] = [];
      const sounds: string[] = [];
      let responses = 0;
      session.on('error', (error) => assert.fail(error));
      session.on('response.output_text.delta', ({ delta }) => written.push(delta));
      session.on('response.output_audio.delta', ({ delta }) => sounds.push(delta));
      session.on('session.created', () => {
        session.send({
          type: 'conversation.item.create',
          item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Good morning' }] },
        });
        session.send({ type: 'response.create' });
      });
      session.on('response.done', () => {
        if (++responses === 2) session.close();
        else {
          session.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(64_000) });
          session.send({ type: 'input_audio_buffer.commit' });
          session.send({ type: 'response.create' });
        }
      });
      await once(session.socket, 'close');
      assert.deepEqual(written, ['Good ', 'morning']);
      assert.deepEqual(sounds, ['AAAA', 'BBBB']);
      const event = await finalOf(await requestId);
      assert.equal(event.charge, Math.round(textCharge + soundCharge));
      assert.deepEqual(event.tokens, {
        prompt: 250,
        completion: 70,
        cacheRead: 64,
        cacheWrite: 0,
        audioInput: 50,
        audioOutput: 40,
        calls: 2,
      });
      assert.deepEqual([event.counted, event.ended, event.status], ['upstream', 'done', 101]);
      assert.equal(event.path, '/v1/realtime');
    });

    test('a price per call is one per response', async () => {
      const client = await open('per-answer');
      for (let i = 0; i < 3; i++) client.send({ type: 'response.create' });
      await heard(client, 'response.done', 3);
      client.socket.close();
      assert.equal((await final(client)).charge, 3 * 5_000);
    });

    test('transcripts are charged on their own, at the price of the model that wrote them', async () => {
      const client = await open();
      client.send({
        type: 'session.update',
        session: { audio: { input: { transcription: { model: 'whisper-test' } } } },
      });
      for (const seconds of [1.2, 1.3]) {
        host.transcriptUsage = { type: 'duration', seconds };
        client.send({ type: 'input_audio_buffer.commit' });
        await heard(client, 'conversation.item.input_audio_transcription.completed', seconds === 1.2 ? 1 : 2);
      }
      client.socket.close();
      const event = await gateway.event((event) => event.final && event.model === 'whisper-test');
      // 2.5 seconds are charged as 3, of 0.006 / 60 USD each.
      assert.equal(event.charge, 150);
      assert.equal(event.tokens.seconds, 3);
      const session = await final(client);
      assert.deepEqual([session.charge, session.counted], [0, 'none']);
      assert.notEqual(event.id, session.id);
      assert.equal(event.holdId, session.holdId);
    });

    for (const [name, transcriber, code] of [
      ['plain', 'nobody-knows', 'model_price_error'],
      ['voiceOnly', 'whisper-test', 'model_not_allowed'],
    ] as const) {
      test(`a session that wants transcripts refused with ${code} is ended before any is written`, async () => {
        const client = await openAs(name);
        client.send({
          type: 'session.update',
          session: { audio: { input: { transcription: { model: transcriber } } } },
        });
        assert.equal(await client.closed, 1008);
        const { error } = client.events.at(-1) as { error: { code: string } };
        assert.equal(error.code, code);
      });
    }

    test('the key may come as a protocol, as browsers send it, and stays here', async () => {
      const protocols = ['realtime', `openai-insecure-api-key.${key}`, 'openai-beta.realtime-v1'];
      const client = await openRealtime(gateway.url, model, { protocols });
      assert.equal(client.socket.protocol, 'realtime');
      const { headers } = heardSession();
      assert.equal(headers['openai-beta'], 'realtime=v1');
      assert.equal(headers['sec-websocket-protocol'], undefined);
      assert.doesNotMatch(JSON.stringify(headers), new RegExp(key));
      client.socket.close();
      await final(client);
    });

    test('the model has the name that the channel knows', async () => {
      const client = await open('mapped');
      assert.equal(heardSession().query.get('model'), 'voice/upstream 2');
      client.socket.close();
      assert.equal((await final(client)).upstreamModel, 'voice/upstream 2');
    });

    for (const [what, name, wanted, status, code] of [
      ['an unknown key', 'nobody', model, 401, 'invalid_key'],
      ['an expired key', 'expired', model, 401, 'token_expired'],
      ['another address', 'elsewhere', model, 403, 'access_denied'],
      ['a model that the key may not use', 'narrow', model, 403, 'model_not_allowed'],
      ['an unknown model', 'plain', 'nothing', 404, 'model_not_found'],
      ['a model without a name', 'plain', '', 400, 'invalid_request'],
      ['a model without a price', 'plain', 'unpriced', 400, 'model_price_error'],
      ['a price per minute', 'plain', 'by-minute', 400, 'model_price_error'],
      ['a balance that does not cover the first response', 'bankrupt', model, 403, 'insufficient_user_quota'],
      ['a key that does not cover it', 'limited', model, 403, 'pre_consume_token_quota_failed'],
    ] as const) {
      test(`${what} is refused with ${status} before the connection is upgraded`, async () => {
        keys.nobody = 'A'.repeat(48);
        const before = host.sessions.length;
        const refusal = await refusalOf(openAs(name, wanted));
        assert.deepEqual([refusal.status, refusal.body.error.code], [status, code]);
        assert.equal(host.sessions.length, before);
      });
    }

    test('a channel of a host without such sessions is no channel', async () => {
      const refusal = await refusalOf(open('speechless'));
      assert.deepEqual([refusal.status, refusal.body.error.code], [503, 'no_channel']);
    });

    test('a call without a WebSocket is told what to do', async () => {
      const answer = await fetch(`${gateway.url}/v1/realtime?model=${model}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /Connect with a WebSocket/);
    });

    test('upgrades elsewhere are answered like any call', async () => {
      const socket = openRealtime(`${gateway.url}/nowhere`, model, { headers: { authorization: `Bearer ${key}` } });
      assert.equal((await refusalOf(socket)).status, 404);
    });

    test('one session at a time is one, and free again when it ends', async () => {
      const first = await openAs('single');
      assert.equal((await refusalOf(openAs('single'))).status, 429);
      first.socket.close();
      await final(first);
      const again = await waitFor(() => openAs('single').catch(() => undefined));
      again.socket.close();
    });

    test('a host that refuses, or greets with an error, is passed over', async () => {
      host.refusal = { status: 500, body: { error: { message: 'down' } } };
      const first = await open('failing');
      first.socket.close();
      const { tries } = await final(first);
      assert.deepEqual(
        tries.map(({ status }) => status),
        [500, 101],
      );
      host.greeting = { type: 'error', error: { type: 'server_error', code: null, message: 'no' } };
      (await open('failing')).socket.close();
      assert.equal(second.sessions.length, 2);
    });

    test("a refused channel key is never the client's 401, and its text stays here", async () => {
      host.refusal = { status: 401, body: { error: { message: 'Bad key sk-upstream-1', code: 'invalid_api_key' } } };
      const { status, headers, body } = await refusalOf(open());
      assert.equal(status, 502);
      assert.doesNotMatch(JSON.stringify(body), /sk-upstream/);
      const event = await finalOf(headers['x-oneapi-request-id'] as string);
      assert.deepEqual([event.ended, event.charge], ['upstream_failed', 0]);
    });

    test('an address that no channel may have is not called', async () => {
      const client = await open('walled');
      client.socket.close();
      const event = await final(client);
      assert.deepEqual(
        event.tries.map(({ status }) => status),
        [0, 101],
      );
    });

    test('a host that waits for the client to speak first is heard', async () => {
      host.greeting = 'silence';
      host.turns.push({ usage: textUsage });
      const client = await open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.done');
      client.socket.close();
      assert.equal((await final(client)).charge, textCharge);
    });

    test('a session ends when the balance does not cover another response; the last one is heard and charged', async () => {
      host.turns.push({
        sound: ['AAAA'],
        usage: { input_tokens: 100, output_tokens: 300, output_token_details: { audio_tokens: 300 } },
      });
      const client = await openAs('poor');
      client.send({ type: 'response.create' });
      assert.equal(await client.closed, 1008);
      assert.ok(client.events.some(({ type }) => type === 'response.done'));
      const last = client.events.at(-1) as { type: string; event_id: string; error: { code: string } };
      assert.equal(last.type, 'error');
      assert.match(last.event_id, /^evt_/);
      assert.equal(last.error.code, 'insufficient_user_quota');
      const event = await final(client);
      assert.deepEqual([event.charge, event.ended], [100 * 2 + 300 * 32, 'length']);
      await waitFor(() => (heardSession().closed === undefined ? undefined : true));
    });

    test('a session of a key that is disabled ends', async () => {
      const { id, key: doomed } = await seedToken(gateway.db, gateway.keys, { userId });
      const client = await open(model, { authorization: `Bearer ${doomed}` });
      await gateway.db.updateTable('tokens').set({ status: 2 }).where('id', '=', id).execute();
      await gateway.bus.notify(notices.tokenChanged(id), '');
      assert.equal(await client.closed, 1008);
      assert.equal((client.events.at(-1) as { error: { code: string } }).error.code, 'token_disabled');
    });

    test('a client that leaves in the middle of a response hangs up on the host, and what came is charged', async () => {
      host.turns.push({ usage: textUsage });
      // Ten tokens of sound, of 50 ms each, and a text of 20 bytes.
      host.turns.push({ sound: ['A'.repeat(32_000)], text: ['x'.repeat(20)], stalls: true });
      const client = await open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.done');
      client.send({ type: 'response.create' });
      await heard(client, 'response.output_audio_transcript.delta');
      client.socket.terminate();
      const event = await final(client);
      assert.deepEqual([event.ended, event.counted, event.status], ['client_gone', 'local', 499]);
      // The conversation so far is read again.
      assert.equal(event.charge, textCharge + 120 * 2 + 4 * 8 + 10 * 32);
      await waitFor(() => (heardSession().closed === undefined ? undefined : true));
    });

    test('a response without usage is counted by what came of it', async () => {
      host.turns.push({ text: ['x'.repeat(50)] });
      const client = await open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.done');
      client.socket.close();
      const event = await final(client);
      assert.deepEqual([event.charge, event.counted], [10 * 8, 'local']);
    });

    test('a host that breaks off ends the session with an error, and what came is charged', async () => {
      host.turns.push({ text: ['x'.repeat(50)], stalls: true });
      const client = await open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.output_text.delta');
      heardSession().socket.terminate();
      assert.equal(await client.closed, 1011);
      const { type, error } = client.events.at(-1) as { type: string; error: { code: string } };
      assert.deepEqual([type, error.code], ['error', 'upstream_failed']);
      const event = await final(client);
      assert.deepEqual([event.charge, event.ended], [10 * 8, 'upstream_failed']);
    });

    test('codes of a close reach the other side, both ways', async () => {
      const first = await open();
      heardSession().socket.close(4001, 'enough');
      assert.equal(await first.closed, 4001);
      assert.equal((await final(first)).ended, 'done');
      const other = await open();
      other.socket.close(4002, 'bye');
      await waitFor(() => (heardSession().closed === 4002 ? true : undefined));
    });

    test('frames pass untouched: binary, in pieces, large, and text that is no event', async () => {
      const client = await open();
      const session = heardSession();
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

    test('errors of the host that do not end the session reach the client without what is secret', async () => {
      const client = await open();
      const message = 'Rate limit of org-abcdefgh reached, see https://host.example/limits';
      heardSession().send({ type: 'error', error: { type: 'tokens', code: 'rate_limit', message } });
      const { error } = (await heard(client, 'error')) as { error: { message: string; code: string } };
      assert.deepEqual([error.message, error.code], ['Rate limit of *** reached, see ***', 'rate_limit']);
      client.socket.close();
    });

    test('a frame that is too long, and one that is none, end the session', async () => {
      const long = await open();
      long.socket.send(Buffer.alloc(17 * 1_048_576));
      assert.equal(await long.closed, 1009);
      const broken = await open();
      // A client's frame must be masked (RFC 6455, 5.1).
      (broken.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
        Buffer.from([0x81, 1, 65]),
      );
      assert.equal(await broken.closed, 1002);
    });

    test('a client that does not read keeps its host waiting, and loses nothing', async () => {
      const client = await open();
      client.socket.pause();
      const { socket } = heardSession();
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

    test('what a session has used is on disk while it runs', async () => {
      host.turns.push({ usage: textUsage });
      const client = await open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.done');
      const noted = await waitFor(() => {
        const { events } = readLeftover(join(gateway.config.dataDir, 'spool'), () => {});
        return events.find((event: UsageEvent) => event.ended === 'interrupted' && event.charge === textCharge);
      });
      assert.equal(noted.model, model);
      client.socket.close();
      assert.equal((await final(client)).id, noted.id);
    });

    test('a stop ends the sessions that are still open after the grace, with an error and their charge', async () => {
      host.turns.push({ usage: textUsage });
      const client = await open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.done');
      await gateway.relay.close();
      assert.equal(await client.closed, 1012);
      assert.equal((client.events.at(-1) as { error: { code: string } }).error.code, 'unavailable');
      const event = await final(client);
      assert.deepEqual([event.charge, event.ended], [textCharge, 'interrupted']);
      // Of all that these sessions held nothing is left but what they were charged.
      await waitFor(async () => {
        const finals = gateway.events.filter(({ final, userId: of }) => final && of === userId);
        const charged = finals.reduce((sum, { charge }) => sum + charge, 0);
        return (await gateway.kv.wallet.read(userId))?.held === charged || undefined;
      });
    });
  });
}
