import { badRequest } from '../../errors.ts';
import type { Asked } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';

/** OpenAI puts a minute of speech at 1,250 tokens. */
const tokensPerSecond = 1_250 / 60;
/** Letters spoken in a second; of writing that has a sign for a syllable or a word, the second. */
const lettersPerSecond = 15;
const signsPerSecond = 4.5;
const signs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * What there is to speak, and about how many tokens of sound that becomes: few hosts that answer bytes tell. A sign counts twice with
 * some.
 */
export function readSpeech(body: RequestBody): Asked {
  const input = body.read('input');
  if (typeof input !== 'string' || input === '') throw badRequest('input must be a text to speak.', 'input');
  const characters = [...input].length;
  const signCount = input.match(signs)?.length ?? 0;
  const seconds = signCount / signsPerSecond + (characters - signCount) / lettersPerSecond;
  const completion = Math.ceil(seconds * tokensPerSecond);
  return { characters, mostCharacters: characters + signCount, tokens: { completion, audioOutput: completion } };
}
