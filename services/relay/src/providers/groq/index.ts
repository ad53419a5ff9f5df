import { openaiCompatible } from '../openai-compatible.ts';
import { drop, fill, forModels, type Patch, rewrite } from '../patch.ts';
import { rewriteMessages } from '../patch-messages.ts';

/** Names of speakers are refused. */
const withoutNames = rewriteMessages('"name"', (messages) => messages.map(({ name: _, ...message }) => message));

/** Other models for the host's own agents, and tools of theirs that are paid for by the call. */
const withoutOtherModels: Patch = (edit, { warn }) => {
  if (!edit.has('compound_custom')) return;
  warn?.('compound_custom', 'the model has no price for it');
  edit.remove('compound_custom');
};

/** Groq. Usage of streams may stand in `x_groq` of the last chunk; the dialect reads both places. */
export const groq = openaiCompatible({
  type: 101,
  name: 'groq',
  label: 'Groq',
  baseUrl: 'https://api.groq.com/openai',
  keyHint: 'gsk_...',
  operations: ['chat', 'audio/speech', 'audio/transcriptions', 'audio/translations'],
  reasoningIn: 'reasoning',
  models: [
    'openai/gpt-oss-120b',
    'openai/gpt-oss-20b',
    'llama-3.3-70b-versatile',
    'llama-3.1-8b-instant',
    'qwen/qwen3-32b',
    'groq/compound',
    'whisper-large-v3-turbo',
  ],
  patch: [
    drop('logprobs', 'top_logprobs', 'logit_bias', 'n'),
    withoutOtherModels,
    withoutNames,
    // Raw reasoning is refused together with tools.
    rewrite('reasoning_format', (format) => (format === 'raw' ? 'parsed' : format)),
    forModels(/qwen3/, fill('reasoning_format', 'parsed')),
  ],
  verdicts: [
    // The request is larger than what the key may send in a minute.
    { status: 413, says: /rate_limit_exceeded/, verdict: 'retry' },
    { status: 400, says: /tool_use_failed/, verdict: 'retry' },
    { status: 400, says: /^organization_restricted\b/, verdict: 'credential' },
    { status: 400, begins: /^((this|your) )?organization (has been |is )?restricted/i, verdict: 'credential' },
    { status: 403, verdict: 'credential' },
  ],
});
