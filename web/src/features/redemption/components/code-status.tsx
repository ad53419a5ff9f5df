import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { Code, CodeState } from '../api.ts';
import { stateOf } from '../code-state.ts';

export const stateTexts: Record<CodeState, TextKey> = {
  unused: 'redemption:state.unused',
  disabled: 'redemption:state.disabled',
  used: 'redemption:state.used',
  expired: 'redemption:state.expired',
};

const tones: Record<CodeState, Tone> = { unused: 'good', disabled: 'quiet', used: 'info', expired: 'warning' };

export function CodeStatus({ code }: { code: Code }) {
  const t = useText();
  const state = stateOf(code, Date.now() / 1000);
  return <StatusDot tone={tones[state]}>{t(stateTexts[state])}</StatusDot>;
}
