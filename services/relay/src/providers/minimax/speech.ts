import type { UsageTokens } from '@switchyard/contracts';
import type { OperationFormat } from '../../dialects/dialect.ts';
import { asText } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { tokenCount } from '../../dialects/token-count.ts';
import { badRequest } from '../../errors.ts';
import { errorIn, readError } from './base-resp.ts';

const none: UsageTokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };

/** Voices that stand for OpenAI's; every other name is one of MiniMax's own. */
const voices: Readonly<Record<string, string>> = {
  alloy: 'female-chengshu',
  echo: 'male-qn-qingse',
  fable: 'male-qn-jingying',
  onyx: 'presenter_male',
  nova: 'presenter_female',
  shimmer: 'audiobook_female_1',
};
const mediaTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
};

const chinese = /\p{Script=Han}/gu;

/** Tells how many characters are charged; ours, from `sendSpeech`. */
export const charactersHeader = 'x-usage-characters';

/** Characters as MiniMax counts them: a Chinese one twice. */
export function countCharacters(text: string): number {
  return [...text].length + (text.match(chinese)?.length ?? 0);
}

/** Speech is answered as hexadecimal digits within JSON, which `sendSpeech` turns into sound. */
export const minimaxSpeech: OperationFormat = {
  ...neverPassed,
  name: 'minimax-speech',
  readUsage: () => undefined,
  readHeaders(headers) {
    const characters = tokenCount(Number(headers[charactersHeader]));
    return characters === undefined ? undefined : { ...none, characters };
  },
  readOutput: () => '',
  readError,
  errorIn,
  writeRequest({ model, input, voice, speed, response_format: format = 'mp3', ...rest }, warn) {
    if (typeof format !== 'string' || !(format in mediaTypes)) {
      throw badRequest(`This model speaks ${Object.keys(mediaTypes).join(', ')}.`, 'response_format');
    }
    for (const field of ['instructions', 'stream_format']) {
      if (rest[field] !== undefined) warn(field, 'this model does not take it');
    }
    const name = asText(voice ?? 'alloy');
    return {
      model,
      text: input,
      stream: false,
      voice_setting: {
        voice_id: voices[name] ?? name,
        ...(typeof speed === 'number' && { speed: Math.min(2, Math.max(0.5, speed)) }),
      },
      audio_setting: { format },
      output_format: 'hex',
    };
  },
};

/** Media type of sound in a format. */
export function mediaTypeOf(format: unknown): string {
  return mediaTypes[asText(format)] ?? 'application/octet-stream';
}
