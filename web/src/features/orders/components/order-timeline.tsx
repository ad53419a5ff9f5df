import { Timeline } from 'antd';
import type { ReactNode } from 'react';
import { Moment } from '../../../components/moment.tsx';
import { Money } from '../../../components/money.tsx';
import { Quota } from '../../../components/quota.tsx';
import { serverText, type TextKey, type Translate, useText } from '../../../lib/i18n.ts';
import type { OrderFile } from '../api.ts';
import { readOutcome, type TimelineEvent, timelineOf } from '../timeline.ts';
import styles from './order-body.module.css';

const statusTexts: Readonly<Record<string, TextKey>> = {
  pending: 'orders:said.pending',
  unknown: 'orders:said.unknown',
  confirming: 'orders:said.confirming',
  paid: 'orders:said.paid',
  underpaid: 'orders:said.underpaid',
  expired: 'orders:said.expired',
  failed: 'orders:said.failed',
  cancelled: 'orders:said.cancelled',
  held: 'orders:said.held',
  refunded: 'orders:said.refunded',
  disputed: 'orders:said.disputed',
};

const appliedTexts: Readonly<Record<string, TextKey>> = {
  credited: 'orders:applied.credited',
  changed: 'orders:applied.changed',
  review: 'orders:applied.review',
  unchanged: 'orders:applied.unchanged',
};

const refundStates: Readonly<Record<string, TextKey>> = {
  asked: 'orders:refund.asked',
  unanswered: 'orders:refund.unanswered',
  sent: 'orders:refund.sent',
  refused: 'orders:refund.refused',
};

const colours: Readonly<Record<TimelineEvent['kind'], string>> = {
  ordered: 'gray',
  expired: 'gray',
  called: 'blue',
  credited: 'green',
  refund: 'orange',
  chargeback: 'red',
};

/** What happened to the order, and what its processor told us about it. */
export function OrderTimeline({ file }: { file: OrderFile }) {
  const t = useText();
  const { currency } = file.order;
  return (
    <section>
      <h2 className={styles.title}>{t('orders:timeline')}</h2>
      <Timeline
        items={timelineOf(file, Date.now() / 1000).map((event, index) => ({
          key: index,
          color: colours[event.kind],
          content: (
            <div className={styles.event}>
              <div>{words(event, t, currency)}</div>
              <span className={styles.at}>
                <Moment seconds={event.at} />
              </span>
            </div>
          ),
        }))}
      />
    </section>
  );
}

function words(event: TimelineEvent, t: Translate, currency: string): ReactNode {
  switch (event.kind) {
    case 'ordered':
      return t('orders:event.ordered');
    case 'expired':
      return t('orders:event.expired');
    case 'credited':
      return t('orders:event.credited');
    case 'called':
      return <Called event={event} t={t} />;
    default:
      return (
        <>
          {t(event.kind === 'refund' ? 'orders:event.refund' : 'orders:event.chargeback')}{' '}
          <Money amount={event.amount} currency={currency} /> (−
          <Quota value={event.quota} />) · {t(refundStates[event.state] ?? 'orders:refund.sent')}
          <p className="quiet">
            <bdi>{serverText(event.reason)}</bdi>
          </p>
        </>
      );
  }
}

function Called({ event, t }: { event: Extract<TimelineEvent, { kind: 'called' }>; t: Translate }) {
  const outcome = readOutcome(event.outcome);
  const [status, applied] = [statusTexts[outcome?.status ?? ''], appliedTexts[outcome?.applied ?? '']];
  return (
    <>
      {t('orders:event.called')}
      {event.times > 1 && <span className="quiet"> ×{event.times}</span>}
      <p className="quiet">
        {status !== undefined && applied !== undefined ? (
          `${t(status)} · ${t(applied)}`
        ) : (
          <bdi>{serverText(event.outcome) || t('orders:event.noOutcome')}</bdi>
        )}
      </p>
    </>
  );
}
