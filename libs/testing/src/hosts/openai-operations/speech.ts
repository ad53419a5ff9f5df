import { Type } from 'typebox';
import { countTokens } from '../conversation/tokens.ts';
import { eventsReply } from '../reply.ts';
import { expectShape } from '../shape.ts';
import type { Operation } from './operation.ts';
import { waveOf } from './wave.ts';

const types = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};
const SpeechRequest = Type.Object(
  {
    model: Type.String({ minLength: 1 }),
    input: Type.String({ minLength: 1, maxLength: 4096 }),
    voice: Type.Union([Type.String({ minLength: 1 }), Type.Object({ id: Type.String() })]),
    instructions: Type.Optional(Type.String()),
    response_format: Type.Optional(Type.Union(Object.keys(types).map((each) => Type.Literal(each)))),
    speed: Type.Optional(Type.Number({ minimum: 0.25, maximum: 4 })),
    stream_format: Type.Optional(Type.Union([Type.Literal('audio'), Type.Literal('sse')])),
  },
  { additionalProperties: false },
);

/** Silence, whatever the format is called: a tenth of a second for each character. */
export const speech: Operation = (body) => {
  const { input, response_format = 'mp3', stream_format } = expectShape(SpeechRequest, body);
  const audio = waveOf([...input].length / 10);
  if (stream_format !== 'sse')
    return { status: 200, headers: { 'content-type': types[response_format as keyof typeof types] }, body: audio };
  const input_tokens = countTokens(input);
  const output_tokens = [...input].length * 2;
  const usage = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
  const deltas = [audio.subarray(0, 1_000), audio.subarray(1_000)].map((piece) => ({
    type: 'speech.audio.delta',
    audio: piece.toString('base64'),
  }));
  return eventsReply([...deltas, { type: 'speech.audio.done', usage }].map((data) => ({ data })));
};
