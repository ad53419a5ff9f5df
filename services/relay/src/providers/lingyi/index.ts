import { openaiCompatible } from '../openai-compatible.ts';
import { drop, rename } from '../patch.ts';

/** 01.AI. Reports usage with the last chunk unasked and refuses stream_options. */
export const lingyi = openaiCompatible({
  type: 31,
  name: 'lingyi',
  label: 'Lingyi Wanwu',
  baseUrl: 'https://api.lingyiwanwu.com',
  keyHint: 'Key from the 01.AI console',
  models: ['yi-lightning', 'yi-vision-v2'],
  streamOptions: false,
  patch: [
    rename('max_completion_tokens', 'max_tokens'),
    drop('n', 'logprobs', 'logit_bias', 'seed', 'presence_penalty', 'frequency_penalty', 'stream_options'),
  ],
  verdicts: [
    // A malformed key is answered with 400.
    { status: 400, says: /api key|authorization/i, verdict: 'credential' },
    { status: [403, 429], says: /balance|quota/i, verdict: 'credential' },
  ],
});
