import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { type SoundFormat, soundFormatOf } from './sound.ts';

/** What matters of a session's settings. */
export interface SessionSettings {
  readonly input: SoundFormat;
  readonly output: SoundFormat;
  /** Who writes down what the speaker says; undefined: nobody. */
  readonly transcriptionModel: string | undefined;
}

/** Settings as a host tells them in `session.created` and `session.updated`, of the present API or its beta. */
export function readSession(session: Json): SessionSettings {
  const audio = isObject(session.audio) ? session.audio : {};
  const input = isObject(audio.input) ? audio.input : {};
  const output = isObject(audio.output) ? audio.output : {};
  const transcription = input.transcription ?? session.input_audio_transcription;
  const model = isObject(transcription) ? transcription.model : undefined;
  return {
    input: soundFormatOf(typeOf(input.format) ?? session.input_audio_format),
    output: soundFormatOf(typeOf(output.format) ?? session.output_audio_format),
    transcriptionModel: typeof model === 'string' && model !== '' ? model : undefined,
  };
}

function typeOf(format: unknown): unknown {
  return isObject(format) ? format.type : format;
}
