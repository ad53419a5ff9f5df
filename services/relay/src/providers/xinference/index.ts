import { openaiCompatible } from '../openai-compatible.ts';

/** Xinference, a server of one's own. Models have the names they were launched with. */
export const xinference = openaiCompatible({
  type: 47,
  name: 'xinference',
  label: 'Xinference',
  baseUrl: '',
  keyHint: 'Write none for a server that asks for no key',
  operations: [
    'chat',
    'completions',
    'embeddings',
    'rerank',
    'images/generations',
    'audio/speech',
    'audio/transcriptions',
    'audio/translations',
  ],
  models: [],
  verdicts: [
    { status: 400, says: /model not found/i, verdict: 'retry' },
    { status: 403, verdict: 'credential' },
  ],
});
