import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { UsageEvent } from '@switchyard/contracts';
import { type Adapters, waitFor } from './harness/gateway.ts';
import { heard, officialRealtime } from './harness/realtime.ts';
import { model, type RealtimeBench, startRealtimeBench, textCharge, textUsage } from './harness/realtime-bench.ts';
import { readLeftover } from './metering/spool/recovery.ts';

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
    let bench: RealtimeBench;
    before(async () => {
      bench = await startRealtimeBench(adapters);
    });
    after(() => bench?.close());
    afterEach(() => bench?.reset());

    test('text and sound through the official client are charged as the sum of all responses, rounded once', async () => {
      bench.host.turns.push({ text: ['Good ', 'morning'], usage: textUsage });
      bench.host.turns.push({ sound: ['AAAA', 'BBBB'], text: ['Hm.'], usage: soundUsage });
      const session = officialRealtime(bench.gateway.client(bench.key), model);
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
      const event = await bench.finalOf(await requestId);
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
      const client = await bench.open('per-answer');
      for (let i = 0; i < 3; i++) client.send({ type: 'response.create' });
      await heard(client, 'response.done', 3);
      client.socket.close();
      assert.equal((await bench.final(client)).charge, 3 * 5_000);
    });

    test('transcripts are charged on their own, at the price of the model that wrote them', async () => {
      const client = await bench.open();
      client.send({
        type: 'session.update',
        session: { audio: { input: { transcription: { model: 'whisper-test' } } } },
      });
      for (const seconds of [1.2, 1.3]) {
        bench.host.transcriptUsage = { type: 'duration', seconds };
        client.send({ type: 'input_audio_buffer.commit' });
        await heard(client, 'conversation.item.input_audio_transcription.completed', seconds === 1.2 ? 1 : 2);
      }
      client.socket.close();
      const event = await bench.gateway.event((event) => event.final && event.model === 'whisper-test');
      // 2.5 seconds are charged as 3, of 0.006 / 60 USD each.
      assert.equal(event.charge, 150);
      assert.equal(event.tokens.seconds, 3);
      const session = await bench.final(client);
      assert.deepEqual([session.charge, session.counted], [0, 'none']);
      assert.notEqual(event.id, session.id);
      assert.equal(event.holdId, session.holdId);
    });

    for (const [name, transcriber, code] of [
      ['plain', 'nobody-knows', 'model_price_error'],
      ['voiceOnly', 'whisper-test', 'model_not_allowed'],
    ] as const) {
      test(`a session that wants transcripts refused with ${code} is ended before any is written`, async () => {
        const client = await bench.openAs(name);
        client.send({
          type: 'session.update',
          session: { audio: { input: { transcription: { model: transcriber } } } },
        });
        assert.equal(await client.closed, 1008);
        const { error } = client.events.at(-1) as { error: { code: string } };
        assert.equal(error.code, code);
      });
    }

    test('a session ends when the balance does not cover another response; the last one is heard and charged', async () => {
      bench.host.turns.push({
        sound: ['AAAA'],
        usage: { input_tokens: 100, output_tokens: 300, output_token_details: { audio_tokens: 300 } },
      });
      const client = await bench.openAs('poor');
      client.send({ type: 'response.create' });
      assert.equal(await client.closed, 1008);
      assert.ok(client.events.some(({ type }) => type === 'response.done'));
      const last = client.events.at(-1) as { type: string; event_id: string; error: { code: string } };
      assert.equal(last.type, 'error');
      assert.match(last.event_id, /^evt_/);
      assert.equal(last.error.code, 'insufficient_user_quota');
      const event = await bench.final(client);
      assert.deepEqual([event.charge, event.ended], [100 * 2 + 300 * 32, 'length']);
      await waitFor(() => (bench.heardSession().closed === undefined ? undefined : true));
    });

    test('a client that leaves in the middle of a response hangs up on the bench.host, and what came is charged', async () => {
      bench.host.turns.push({ usage: textUsage });
      // Ten tokens of sound, of 50 ms each, and a text of 20 bytes.
      bench.host.turns.push({ sound: ['A'.repeat(32_000)], text: ['x'.repeat(20)], stalls: true });
      const client = await bench.open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.done');
      client.send({ type: 'response.create' });
      await heard(client, 'response.output_audio_transcript.delta');
      client.socket.terminate();
      const event = await bench.final(client);
      assert.deepEqual([event.ended, event.counted, event.status], ['client_gone', 'local', 499]);
      // The conversation so far is read again.
      assert.equal(event.charge, textCharge + 120 * 2 + 4 * 8 + 10 * 32);
      await waitFor(() => (bench.heardSession().closed === undefined ? undefined : true));
    });

    test('a response without usage is counted by what came of it', async () => {
      bench.host.turns.push({ text: ['x'.repeat(50)] });
      const client = await bench.open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.done');
      client.socket.close();
      const event = await bench.final(client);
      assert.deepEqual([event.charge, event.counted], [10 * 8, 'local']);
    });

    test('a host that breaks off ends the session with an error, and what came is charged', async () => {
      bench.host.turns.push({ text: ['x'.repeat(50)], stalls: true });
      const client = await bench.open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.output_text.delta');
      bench.heardSession().socket.terminate();
      assert.equal(await client.closed, 1011);
      const { type, error } = client.events.at(-1) as { type: string; error: { code: string } };
      assert.deepEqual([type, error.code], ['error', 'upstream_failed']);
      const event = await bench.final(client);
      assert.deepEqual([event.charge, event.ended], [10 * 8, 'upstream_failed']);
    });

    test('what a session has used is on disk while it runs', async () => {
      bench.host.turns.push({ usage: textUsage });
      const client = await bench.open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.done');
      const noted = await waitFor(() => {
        const { events } = readLeftover(join(bench.gateway.config.dataDir, 'spool'), () => {});
        return events.find((event: UsageEvent) => event.ended === 'interrupted' && event.charge === textCharge);
      });
      assert.equal(noted.model, model);
      client.socket.close();
      assert.equal((await bench.final(client)).id, noted.id);
    });

    test('a stop ends the sessions that are still open after the grace, with an error and their charge', async () => {
      bench.host.turns.push({ usage: textUsage });
      const client = await bench.open();
      client.send({ type: 'response.create' });
      await heard(client, 'response.done');
      await bench.gateway.relay.close();
      assert.equal(await client.closed, 1012);
      assert.equal((client.events.at(-1) as { error: { code: string } }).error.code, 'unavailable');
      const event = await bench.final(client);
      assert.deepEqual([event.charge, event.ended], [textCharge, 'interrupted']);
      // Of all that these sessions held nothing is left but what they were charged.
      await waitFor(async () => {
        const finals = bench.gateway.events.filter(({ final, userId: of }) => final && of === bench.userId);
        const charged = finals.reduce((sum, { charge }) => sum + charge, 0);
        return (await bench.gateway.kv.wallet.read(bench.userId))?.held === charged || undefined;
      });
    });
  });
}
