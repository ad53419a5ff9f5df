import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { keyStatus } from '../../../lib/api-keys.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';

interface Look {
  readonly tone: Tone;
  readonly text: TextKey;
}

const disabled: Look = { tone: 'quiet', text: 'tokens:status.disabled' };

/** By `keyStatus`. */
export const statusLooks: ReadonlyMap<number, Look> = new Map<number, Look>([
  [keyStatus.enabled, { tone: 'good', text: 'tokens:status.enabled' }],
  [keyStatus.disabled, disabled],
  [keyStatus.expired, { tone: 'warning', text: 'tokens:status.expired' }],
  [keyStatus.exhausted, { tone: 'bad', text: 'tokens:status.exhausted' }],
]);

export function TokenStatus({ status }: { status: number }) {
  const t = useText();
  const { tone, text } = statusLooks.get(status) ?? disabled;
  return <StatusDot tone={tone}>{t(text)}</StatusDot>;
}
