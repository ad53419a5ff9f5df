import { badRequest } from '../../errors.ts';
import type { Json } from '../canonical.ts';
import type { OperationFormat, Warn } from '../dialect.ts';
import { asText, isObject } from '../json.ts';
import { SoundAnswer } from '../sound-answer.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { objectMember, objectsMember } from './members.ts';
import { operationFormat } from './operation-format.ts';
import { readInline } from './read-parts.ts';

const formats = ['wav', 'pcm'];
const usualVoice = 'Kore';
const usualRate = 24_000;
/** A kind of sound that can stand in a header: with another its answer could not be written. */
const header = /^audio\/[!-~][ -~]*$/i;

/** Speech by generateContent with a model that speaks: bare samples, which become WAV unless they are asked for. */
export const geminiSpeech: OperationFormat = {
  ...operationFormat('gemini-speech'),
  writeRequest(body: Json, warn: Warn): Json {
    const format = body.response_format;
    if (format !== undefined && format !== null && !formats.includes(asText(format)))
      warn('response_format', 'this model speaks WAV: it is not converted');
    if (body.speed !== undefined && body.speed !== 1) warn('speed', 'this model does not take it');
    if (body.stream_format === 'sse') throw badRequest('This model does not stream speech as events.', 'stream_format');
    const told = typeof body.instructions === 'string' ? `${body.instructions}: ` : '';
    const voiceName = typeof body.voice === 'string' && body.voice !== '' ? body.voice : usualVoice;
    return {
      contents: [{ role: 'user', parts: [{ text: told + asText(body.input) }] }],
      generationConfig: {
        responseModalities: ['AUDIO'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
      },
      store: false,
    };
  },
  readResponse(payload, request) {
    const [sound] = [payload]
      .flat()
      .filter(isObject)
      .flatMap((response) => objectsMember(response, 'candidates'))
      .flatMap((candidate) => objectsMember(objectMember(candidate, 'content'), 'parts'))
      .flatMap((part) => readInline(part) ?? []);
    if (!sound) throw new UpstreamRefusal(silence);
    const samples = Buffer.from(sound.base64, 'base64');
    if (request.response_format === 'pcm') return new SoundAnswer('audio/pcm', samples);
    if (!/^audio\/(l16|pcm)/i.test(sound.mediaType))
      return new SoundAnswer(header.test(sound.mediaType) ? sound.mediaType : 'application/octet-stream', samples);
    const rate = Number(/rate=(\d+)/.exec(sound.mediaType)?.[1] ?? usualRate);
    return new SoundAnswer('audio/wav', Buffer.concat([waveHeader(samples.length, rate), samples]));
  },
};

const silence = {
  verdict: 'retry',
  message: 'The model did not speak.',
  type: 'upstream_error',
  code: 'empty_response',
  param: null,
} as const;

/** RIFF WAVE of one channel with 16-bit samples. */
function waveHeader(byteLength: number, rate: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(byteLength, 40);
  return header;
}
