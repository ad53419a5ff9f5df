import { openaiCompatible } from '../openai-compatible.ts';
import { fill, rename } from '../patch.ts';

export const stepfun = openaiCompatible({
  type: 1008,
  name: 'stepfun',
  label: 'StepFun',
  baseUrl: 'https://api.stepfun.com',
  keyHint: 'Key from the StepFun platform',
  operations: ['chat', 'images/generations', 'audio/speech', 'audio/transcriptions'],
  models: [
    'step-5-preview',
    'step-3.7-flash',
    'step-3.5-flash',
    'step-3.5-flash-2603',
    'step-1o-turbo-vision',
    'step-tts-mini',
    'step-asr',
    'step-1x-medium',
  ],
  patch: [rename('max_completion_tokens', 'max_tokens'), fill('reasoning_format', 'deepseek-style')],
  // Refused by the review of content.
  verdicts: [{ status: 451, verdict: 'client' }],
});
