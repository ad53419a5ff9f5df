import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedChannel, seedPrice } from '@switchyard/testing';
import { waveOf } from '@switchyard/testing/hosts';
import { toFile } from 'openai';
import { waitFor } from './harness/gateway.ts';
import { type OpenHost, type OperationsBench, startOpenHost, startOperations } from './harness/operations.ts';
import { readLeftover } from './metering/spool/recovery.ts';

/** 50 quota a second. */
const byTime = { perMinute: '0.006' };
/** 5 quota for two characters. */
const byCharacter = { perMillionCharacters: '5' };
/** Quota for a token: heard, spoken, read and written. */
const byToken = { input: '2', audioInput: '6', output: '4', audioOutput: '24' };

/** MPEG 1, layer III, 128 kbit/s, 44.1 kHz: frames of 417 bytes that last 1152 samples. */
function mp3Of(seconds: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: Math.round((seconds * 44_100) / 1_152) }, () => frame));
}

describe('sound', () => {
  let bench: OperationsBench;
  let own: OpenHost;
  const wave = (seconds: number) => toFile(waveOf(seconds), 'tide.wav', { type: 'audio/wav' });
  const asWhisper = { 'by-time': 'whisper-1', srt: 'whisper-1', vtt: 'whisper-1', 'by-token': 'whisper-1' };

  before(async () => {
    own = await startOpenHost();
    bench = await startOperations(async (db, keys, url) => {
      const priced = async (card: Record<string, string>, ...models: string[]) => {
        for (const model of models) await seedPrice(db, model, card);
        return models;
      };
      await seedChannel(db, keys, {
        baseUrl: url,
        modelMapping: asWhisper,
        models: [
          ...(await priced(byCharacter, 'tts-1')),
          ...(await priced(byTime, 'by-time', 'srt', 'vtt')),
          ...(await priced(byToken, 'by-token', 'gpt-transcribe', 'as-text', 'streamed', 'spoken', 'spoken-events')),
        ],
      });
      await seedChannel(db, keys, {
        baseUrl: own.url,
        models: [
          ...(await priced(byCharacter, 'piecewise', 'left', 'cut', 'refused')),
          ...(await priced(byTime, 'whisper-1', 'mp3', 'late', 'halting')),
          ...(await priced(byToken, 'whole')),
        ],
      });
    });
  });
  after(async () => {
    await bench?.close();
    own?.close();
  });

  test('speech is charged by the character, with the model that nobody named', async () => {
    const body = { voice: 'alloy', input: 'Low tide 🌊', response_format: 'wav' };
    const answer = await bench.post('/v1/audio/speech', JSON.stringify(body), { 'content-type': 'application/json' });
    assert.equal(answer.headers.get('content-type'), 'audio/wav');
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), waveOf(1));
    const { tokens, charge } = await bench.charge('tts-1');
    assert.deepEqual([tokens.characters, charge], [10, 25]);
  });

  test('a text that is longer than one charge can be is refused with 400, and reaches no host', async () => {
    const before = bench.host.requests().length;
    const body = JSON.stringify({ model: 'tts-1', voice: 'alloy', input: 'a'.repeat(1_000_001) });
    const answer = await bench.post('/v1/audio/speech', body, { 'content-type': 'application/json' });
    assert.equal(answer.status, 400);
    assert.equal(bench.host.requests().length, before);
  });

  test('speech arrives unchanged and as it comes', async () => {
    const asked = bench.client.audio.speech.create({ model: 'piecewise', voice: 'alloy', input: 'Low tide' });
    const answer = await own.answer();
    answer.setHeader('content-type', 'audio/mpeg');
    answer.write(Buffer.from([0xff, 0xfb, 0x00]));
    const spoken = (await asked).body?.getReader();
    assert.deepEqual((await spoken?.read())?.value, new Uint8Array([0xff, 0xfb, 0x00]));
    const { gateway } = bench;
    const left = await waitFor(() => {
      const { events } = readLeftover(join(gateway.config.dataDir, 'spool'), assert.fail);
      return events.find(({ model }) => model === 'piecewise');
    });
    assert.deepEqual([left.ended, left.charge], ['interrupted', 20], 'a killed process forgets nothing of it');
    answer.end(Buffer.from([0x0a, 0xc3]));
    assert.deepEqual((await spoken?.read())?.value, new Uint8Array([0x0a, 0xc3]));
    assert.equal((await spoken?.read())?.done, true);
    assert.equal((await bench.charge('piecewise')).ended, 'done');
  });

  test('speech that nobody waits for any more is cut off upstream, and charged', async () => {
    const leaving = new AbortController();
    const { speech } = bench.client.audio;
    const asked = speech.create({ model: 'left', voice: 'alloy', input: 'Low' }, { signal: leaving.signal });
    const answer = await own.answer();
    answer.setHeader('content-type', 'audio/mpeg').write('begun');
    await (await asked).body?.getReader().read();
    leaving.abort();
    await waitFor(() => (answer.destroyed ? true : undefined));
    const { ended, charge } = await bench.charge('left');
    assert.deepEqual([ended, charge], ['client_gone', 8]);
  });

  test('speech that breaks off breaks the connection off', async () => {
    const asked = bench.client.audio.speech.create({ model: 'cut', voice: 'alloy', input: 'Low' });
    const answer = await own.answer();
    answer.setHeader('content-type', 'audio/mpeg').write('begun');
    const spoken = (await asked).body?.getReader();
    await spoken?.read();
    answer.destroy();
    await assert.rejects(async () => spoken?.read());
    assert.equal((await bench.charge('cut')).ended, 'upstream_failed');
  });

  test('speech that was refused costs nothing', async () => {
    const asked = bench.client.audio.speech.create({ model: 'refused', voice: 'nobody', input: 'Low' });
    const answer = await own.answer();
    answer.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no such voice"}}');
    await assert.rejects(asked, { status: 400 });
    assert.equal((await bench.charge('refused')).charge, 0);
  });

  test('speech in events is charged by the tokens of the last one', async () => {
    const answer = await bench.client.audio.speech.create({
      model: 'spoken-events',
      voice: 'alloy',
      input: 'Low tide',
      stream_format: 'sse',
    });
    assert.match(await answer.text(), /speech\.audio\.delta[\s\S]+speech\.audio\.done/);
    const { tokens, counted } = await bench.charge('spoken-events');
    assert.deepEqual([counted, tokens.prompt, tokens.completion], ['upstream', 2, 16]);
  });

  test('speech in bytes is charged by about the tokens that its text becomes', async () => {
    // A minute, as people speak.
    const input = 'low tide '.repeat(100);
    await (await bench.client.audio.speech.create({ model: 'spoken', voice: 'alloy', input })).arrayBuffer();
    const { tokens, counted, charge } = await bench.charge('spoken');
    assert.deepEqual([counted, tokens.completion, tokens.audioOutput], ['local', 1_250, 1_250]);
    assert.equal(charge, tokens.prompt * 1 + 1_250 * 12);
  });

  test('transcripts are charged by the seconds that the host reports', async () => {
    const { text } = await bench.client.audio.transcriptions.create({ model: 'by-time', file: await wave(2.5) });
    assert.match(text, /audio\/wav of 40044 bytes/);
    assert.equal((await bench.charge('by-time')).charge, 3 * 50);
  });

  for (const format of ['srt', 'vtt'] as const) {
    test(`transcripts as ${format} pass unchanged, and the sound is measured`, async () => {
      const text = await bench.client.audio.transcriptions.create({
        model: format,
        file: await wave(4),
        response_format: format,
      });
      assert.match(text, /00:00[.,:]/);
      const { charge, counted } = await bench.charge(format);
      assert.deepEqual([charge, counted], [4 * 50, 'local']);
    });
  }

  test('an MP3 is measured as well, and translations, of which nobody tells the usage', async () => {
    const file = await toFile(mp3Of(5), 'tide.mp3', { type: 'audio/mpeg' });
    const asked = bench.client.audio.translations.create({ model: 'mp3', file });
    (await own.answer()).setHeader('content-type', 'application/json').end('{"text":"Low tide"}');
    assert.equal((await asked).text, 'Low tide');
    assert.equal((await bench.charge('mp3')).tokens.seconds, 5);
  });

  test('translations have a model when nobody names one', async () => {
    const form = new FormData();
    form.append('file', await wave(1));
    const asked = bench.post('/v1/audio/translations', form);
    (await own.answer()).setHeader('content-type', 'application/json').end('{"text":"Low","duration":"6.2"}');
    assert.equal((await asked).status, 200);
    assert.equal((await bench.charge('whisper-1')).tokens.seconds, 7);
  });

  test('transcripts are charged by the tokens that the host reports', async () => {
    const { usage } = await bench.client.audio.transcriptions.create({
      model: 'gpt-transcribe',
      file: await wave(2.5),
    });
    assert.ok(usage?.type === 'tokens');
    assert.equal((await bench.charge('gpt-transcribe')).charge, 25 * 3 + usage.output_tokens * 2);
  });

  test('seconds are turned into tokens where tokens are charged', async () => {
    await bench.client.audio.transcriptions.create({ model: 'by-token', file: await wave(2.5) });
    const { tokens, charge } = await bench.charge('by-token');
    assert.equal(tokens.audioInput, 30);
    assert.equal(charge, 30 * 3 + tokens.completion * 2);
  });

  test('text alone costs what its sound and its own tokens cost', async () => {
    const file = await wave(3);
    await bench.client.audio.transcriptions.create({ model: 'as-text', file, response_format: 'text' });
    const { tokens, charge } = await bench.charge('as-text');
    assert.ok(tokens.completion > 0);
    assert.equal(charge, 30 * 3 + tokens.completion * 2);
  });

  test('nothing stands within an answer that is no stream of events, however late it comes', async () => {
    const text = ['1\n00:00:00,000 --> 00:00:01,000\n', 'Low tide\n'] as const;
    const ask = async (model: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ model, response_format: 'srt', stream: 'true' }))
        form.set(name, value);
      form.set('file', await wave(1));
      const asked = bench.post('/v1/audio/transcriptions', form);
      return { asked, answer: await own.answer() };
    };
    const late = await ask('late');
    const halting = await ask('halting');
    halting.answer.setHeader('content-type', 'text/plain').write(text[0]);
    // Events would have had a comment by then.
    await sleep(10_600);
    halting.answer.end(text[1]);
    late.answer.setHeader('content-type', 'text/plain').end(text.join(''));
    for (const { asked } of [late, halting]) assert.equal(await (await asked).text(), text.join(''));
  });

  test('streamed transcripts are charged by the tokens of the last event', async () => {
    const stream = bench.client.audio.transcriptions.create({ model: 'streamed', file: await wave(1), stream: true });
    let joined = '';
    for await (const event of await stream) {
      if (event.type === 'transcript.text.delta') joined += event.delta;
      if (event.type === 'transcript.text.done') assert.equal(event.text, joined);
    }
    assert.ok(joined);
    assert.equal((await bench.charge('streamed')).tokens.audioInput, 10);
  });

  test('a whole transcript reaches a client that wants a stream as one', async () => {
    const stream = bench.client.audio.transcriptions.create({ model: 'whole', file: await wave(1), stream: true });
    (await own.answer()).setHeader('content-type', 'application/json').end('{"text":"Low tide"}');
    const texts: string[] = [];
    for await (const event of await stream) if (event.type === 'transcript.text.done') texts.push(event.text);
    assert.deepEqual(texts, ['Low tide']);
  });
});
