import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';

interface Look {
  readonly text: TextKey;
  readonly tone: Tone;
}

/** Types of the log's rows by number. */
export const historyTypes: Readonly<Record<number, Look>> = {
  1: { text: 'wallet:type.topUp', tone: 'good' },
  2: { text: 'wallet:type.consumption', tone: 'info' },
  3: { text: 'wallet:type.management', tone: 'quiet' },
  4: { text: 'wallet:type.system', tone: 'quiet' },
  5: { text: 'wallet:type.failed', tone: 'bad' },
  6: { text: 'wallet:type.refund', tone: 'warning' },
};

export function HistoryType({ type }: { type: number }) {
  const t = useText();
  const known = historyTypes[type];
  return <StatusDot tone={known?.tone ?? 'quiet'}>{known === undefined ? '—' : t(known.text)}</StatusDot>;
}
