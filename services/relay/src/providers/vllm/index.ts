import { openaiCompatible } from '../openai-compatible.ts';

/** A server of one's own: vLLM, SGLang or llama.cpp. */
export const vllm = openaiCompatible({
  type: 108,
  name: 'vllm',
  label: 'vLLM, SGLang, llama.cpp',
  baseUrl: '',
  keyHint: 'Write none for a server that asks for no key',
  operations: ['chat', 'completions', 'embeddings', 'rerank', 'audio/transcriptions'],
  models: [],
  // The server was started without what tools need.
  verdicts: [{ status: 400, says: /auto.{1,3}tool choice requires/i, verdict: 'retry' }],
});
