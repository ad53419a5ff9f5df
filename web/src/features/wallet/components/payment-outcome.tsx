import { Spin } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { askStanding, type OwnOrder, useRefreshWallet } from '../api.ts';
import { pageSchedule, type Watch } from '../payment-watch.ts';
import { forgetPayment } from '../pending-payment.ts';
import { usePaymentWatch } from '../use-payment-watch.ts';
import { Arrived } from './arrived.tsx';
import styles from './payment-outcome.module.css';
import { WatchLine } from './watch-line.tsx';

const titles: Readonly<Record<Watch['phase'], TextKey>> = {
  waiting: 'wallet:success.confirming',
  success: 'wallet:success.title',
  failed: 'wallet:success.failed',
  givenUp: 'wallet:success.confirming',
};

/** What has become of an order that should be paid: asked until the server knows. */
export function PaymentOutcome({ order }: { order: OwnOrder }) {
  const t = useText();
  const refresh = useRefreshWallet();
  const { watch, again } = usePaymentWatch(async () => (await askStanding(order)).word, pageSchedule);
  const phase = order.credited_at > 0 ? 'success' : watch.phase;

  const settle = useEffectEvent(() => {
    forgetPayment();
    void refresh();
  });
  useEffect(() => {
    if (phase === 'success') settle();
  }, [phase]);

  return (
    <>
      <Title text={t(titles[phase])} />
      {phase === 'success' ? (
        <Arrived title={t('wallet:success.arrived')} quota={order.quota} />
      ) : (
        <WatchLine watch={watch} confirming onAgain={again} />
      )}
    </>
  );
}

/** Before the order is known. */
export function OutcomePlaceholder() {
  const t = useText();
  return (
    <>
      <Title text={t('wallet:success.confirming')} />
      <Spin className={styles.spin ?? ''} />
    </>
  );
}

/** What has become of it could not be read. */
export function UnknownOutcome({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  return (
    <>
      <Title text={t('wallet:success.confirming')} />
      <ErrorState error={error} onRetry={onRetry} />
    </>
  );
}

/** The person has no order at all. */
export function NoOutcome() {
  const t = useText();
  return (
    <>
      <Title text={t('wallet:success.none')} />
      <p className={styles.words}>{t('wallet:success.noneText')}</p>
    </>
  );
}

function Title({ text }: { text: string }) {
  usePageTitle(text);
  return <h1 className={styles.title}>{text}</h1>;
}
