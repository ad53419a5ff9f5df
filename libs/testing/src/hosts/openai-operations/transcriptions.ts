import { Type } from 'typebox';
import { type Attachment, attachmentOf, describeAttachment } from '../conversation/attachment.ts';
import { createConversation } from '../conversation/conversation.ts';
import { piecesOf } from '../conversation/pieces.ts';
import { countTokens } from '../conversation/tokens.ts';
import type { HostReply } from '../host.ts';
import { demand } from '../refusal.ts';
import { eventsReply, jsonReply } from '../reply.ts';
import { expectShape } from '../shape.ts';
import type { Operation } from './operation.ts';
import { secondsOfWave } from './wave.ts';

const formats = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'];
const list = Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())]));
const TranscriptionsRequest = Type.Object(
  {
    model: Type.String({ minLength: 1 }),
    language: Type.Optional(Type.String()),
    prompt: Type.Optional(Type.String()),
    response_format: Type.Optional(Type.Union(formats.map((each) => Type.Literal(each)))),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    stream: Type.Optional(Type.Boolean()),
    include: list,
    timestamp_granularities: list,
    chunking_strategy: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
);
const namesOfAudio = /\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/i;
const bytesOfSecond = 16_000;
const tokensOfSecond = 10;

/** What a file “says” is what arrived of it. Whisper is charged by time, the others by tokens. */
export const transcriptions: Operation = async ({ file, ...rest }) => {
  const { model, response_format: format = 'json', stream } = expectShape(TranscriptionsRequest, rest);
  demand(file instanceof File, "Missing required parameter: 'file'.", { param: 'file' });
  demand(namesOfAudio.test(file.name), `Unrecognized file format: ${file.name}`, { param: 'file' });
  const bytes = Buffer.from(await file.arrayBuffer());
  const audio = attachmentOf(file.type, bytes.toString('base64'));
  const seconds = secondsOfWave(bytes) ?? bytes.length / bytesOfSecond;
  const whisper = model.startsWith('whisper');
  demand(
    whisper || format === 'json' || format === 'text',
    `response_format '${format}' is not compatible with model '${model}'.`,
    { param: 'response_format' },
  );
  const text = `I heard ${describeAttachment(audio)}.`;
  const usage = whisper ? { type: 'duration', seconds: Math.ceil(seconds) } : tokenUsage(text, seconds);
  const conversation = createConversation({ model, audio: [audio] satisfies Attachment[], stream: stream === true });
  if (stream && !whisper) {
    const deltas = piecesOf(text).map((delta) => ({ type: 'transcript.text.delta', delta }));
    const events = [...deltas, { type: 'transcript.text.done', text, usage }];
    return { ...eventsReply(events.map((data) => ({ data }))), conversation };
  }
  return { ...write(text, format as string, seconds, usage), conversation };
};

function tokenUsage(text: string, seconds: number) {
  const input_tokens = Math.ceil(seconds * tokensOfSecond);
  const output_tokens = countTokens(text);
  return {
    type: 'tokens',
    input_tokens,
    input_token_details: { text_tokens: 0, audio_tokens: input_tokens },
    output_tokens,
    total_tokens: input_tokens + output_tokens,
  };
}

function write(text: string, format: string, seconds: number, usage: object): HostReply {
  const segment = { id: 0, seek: 0, start: 0, end: seconds, text, tokens: [], temperature: 0 };
  const captions = {
    srt: `1\n00:00:00,000 --> 00:00:01,000\n${text}\n`,
    vtt: `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`,
  };
  switch (format) {
    case 'json':
      return jsonReply(200, { text, usage });
    case 'verbose_json':
      return jsonReply(200, {
        task: 'transcribe',
        language: 'english',
        duration: seconds,
        text,
        segments: [segment],
        usage,
      });
    case 'srt':
    case 'vtt':
      return plain(captions[format]);
    default:
      return plain(`${text}\n`);
  }
}

function plain(body: string): HostReply {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}
