import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SoundAnswer } from '../sound-answer.ts';
import { geminiSpeech } from './speech.ts';

const samples = Buffer.from([1, 2, 3, 4]);
const answer = {
  candidates: [
    {
      content: {
        parts: [{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=16000', data: samples.toString('base64') } }],
      },
    },
  ],
};

test('bare samples become a WAV file of their rate', () => {
  const sound = geminiSpeech.readResponse?.(answer, {});
  assert.ok(sound instanceof SoundAnswer);
  assert.equal(sound.contentType, 'audio/wav');
  assert.equal(sound.bytes.toString('latin1', 0, 4), 'RIFF');
  assert.equal(sound.bytes.readUInt32LE(24), 16_000);
  assert.equal(sound.bytes.readUInt32LE(40), samples.length);
  assert.deepEqual(sound.bytes.subarray(44), samples);
});

test('a kind of sound that cannot stand in a header is told as bytes', () => {
  for (const [mimeType, told] of [
    ['audio/ogg; codecs=opus', 'audio/ogg; codecs=opus'],
    ['audio/ogg\r\nset-cookie: a=b', 'application/octet-stream'],
    ['audio/日本', 'application/octet-stream'],
    ['text/html', 'application/octet-stream'],
  ] as const) {
    const parts = [{ inlineData: { mimeType, data: samples.toString('base64') } }];
    const sound = geminiSpeech.readResponse?.({ candidates: [{ content: { parts } }] }, {});
    assert.ok(sound instanceof SoundAnswer);
    assert.deepEqual([sound.contentType, sound.bytes], [told, samples]);
  }
});

test('samples that were asked for stay bare', () => {
  const sound = geminiSpeech.readResponse?.(answer, { response_format: 'pcm' });
  assert.ok(sound instanceof SoundAnswer);
  assert.deepEqual(sound.bytes, samples);
});

test('the voice is passed on, and what the model cannot do is told', () => {
  const warned: string[] = [];
  const body = geminiSpeech.writeRequest?.(
    { model: 'm', input: 'Low tide', voice: 'Puck', response_format: 'mp3', speed: 2 },
    (field) => warned.push(field),
  );
  assert.match(JSON.stringify(body), /"voiceName":"Puck"/);
  assert.deepEqual(warned, ['response_format', 'speed']);
});

test('an answer without sound is none', () => {
  assert.throws(() => geminiSpeech.readResponse?.({ candidates: [] }, {}), /did not speak/);
});
