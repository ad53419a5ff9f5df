import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';

/** What Ollama refuses. Another channel may have the model, or a template of it that knows tools. */
const verdicts: readonly VerdictRule[] = [
  { status: [400, 404], says: /does not support|not found|try pulling/i, verdict: 'retry' },
  { status: 403, verdict: 'credential' },
  { status: 429, says: /weekly/i, verdict: 'credential' },
  { status: 402, verdict: 'retry' },
];

export const { readError, errorIn } = withVerdicts(openaiChat, verdicts);
