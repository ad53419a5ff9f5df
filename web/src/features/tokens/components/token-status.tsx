import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { type Token, tokenStatus } from '../api.ts';

const known: Record<number, { tone: Tone; text: TextKey }> = {
  [tokenStatus.enabled]: { tone: 'good', text: 'tokens:status.enabled' },
  [tokenStatus.disabled]: { tone: 'quiet', text: 'tokens:status.disabled' },
  [tokenStatus.expired]: { tone: 'warning', text: 'tokens:status.expired' },
  [tokenStatus.exhausted]: { tone: 'bad', text: 'tokens:status.exhausted' },
};

export function TokenStatus({ token }: { token: Token }) {
  const t = useText();
  const state = known[token.status] ?? known[tokenStatus.disabled];
  return state === undefined ? null : <StatusDot tone={state.tone}>{t(state.text)}</StatusDot>;
}
