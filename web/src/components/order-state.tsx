import { type TextKey, useText } from '../lib/i18n.ts';
import { StatusDot, type Tone } from './status-dot.tsx';

interface Look {
  readonly text: TextKey;
  readonly tone: Tone;
}

/** The states of an order of credit, in the order in which it comes to them. */
export const orderStates = {
  created: { text: 'orders:state.created', tone: 'quiet' },
  pending: { text: 'orders:state.pending', tone: 'info' },
  confirming: { text: 'orders:state.confirming', tone: 'info' },
  credited: { text: 'orders:state.credited', tone: 'good' },
  underpaid: { text: 'orders:state.underpaid', tone: 'warning' },
  expired: { text: 'orders:state.expired', tone: 'quiet' },
  failed: { text: 'orders:state.failed', tone: 'bad' },
  cancelled: { text: 'orders:state.cancelled', tone: 'quiet' },
  partially_refunded: { text: 'orders:state.partiallyRefunded', tone: 'warning' },
  refunded: { text: 'orders:state.refunded', tone: 'quiet' },
  disputed: { text: 'orders:state.disputed', tone: 'bad' },
} as const satisfies Record<string, Look>;

export function isOrderState(state: string): state is keyof typeof orderStates {
  return Object.hasOwn(orderStates, state);
}

/** How an order stands. One that should have been paid by now has expired, also before the server has said so. */
export function OrderState({ state, expiresAt }: { state: string; expiresAt: number }) {
  const t = useText();
  const overdue = (state === 'created' || state === 'pending') && expiresAt * 1000 <= Date.now();
  const known = overdue ? 'expired' : state;
  if (!isOrderState(known)) return <StatusDot tone="quiet">{state}</StatusDot>;
  return <StatusDot tone={orderStates[known].tone}>{t(orderStates[known].text)}</StatusDot>;
}
