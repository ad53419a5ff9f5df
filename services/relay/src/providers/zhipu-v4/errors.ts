import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';

/** Zhipu's codes, of both versions. They decide before the status: an empty account is refused with 429. */
export const verdicts: readonly VerdictRule[] = [
  { says: /^(100[0-5]|111[0-3]|112[01]|1309)\b/, verdict: 'credential' },
  {
    says: /^(500|1200|121[12]|122[0-2]|1230|1234|1302|1303|1304|1305|1308|131[0-3]|network_error)\b/,
    verdict: 'retry',
  },
  { says: /^(1210|121[345]|1231|1261|130[01])\b/, verdict: 'client' },
];

export const { readError, errorIn } = withVerdicts(openaiChat, verdicts);
