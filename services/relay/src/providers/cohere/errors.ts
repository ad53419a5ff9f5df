import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';

const verdicts: readonly VerdictRule[] = [
  { status: 403, verdict: 'retry' },
  // A token that Cohere has blocked.
  { status: 498, verdict: 'credential' },
  { status: 429, says: /trial.*month|month.*trial/is, verdict: 'credential' },
];

export const { readError, errorIn } = withVerdicts(openaiChat, verdicts);
