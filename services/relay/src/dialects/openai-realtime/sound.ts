/** What a token of sound is long as base64 in an event, by who speaks (OpenAI: 100 ms of a speaker, 50 ms of the model). */
export interface SoundFormat {
  readonly spokenBytes: number;
  readonly writtenBytes: number;
}

/** 24 kHz of 16 bits. */
export const pcm: SoundFormat = { spokenBytes: 6_400, writtenBytes: 3_200 };
/** 8 kHz of 8 bits. */
const g711: SoundFormat = { spokenBytes: 3_200 / 3, writtenBytes: 1_600 / 3 };

/** By the name of a format: `audio/pcm`, `audio/pcmu`, `audio/pcma`; `pcm16`, `g711_ulaw`, `g711_alaw` of the beta. */
export function soundFormatOf(name: unknown): SoundFormat {
  return typeof name === 'string' && /pcm[ua]|g711/.test(name) ? g711 : pcm;
}
