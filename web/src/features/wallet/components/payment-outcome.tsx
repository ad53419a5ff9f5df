import { Spin } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { type TextKey, useText } from '../../../lib/i18n.ts';
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
      <h1 className={styles.title}>{t(titles[phase])}</h1>
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
      <h1 className={styles.title}>{t('wallet:success.confirming')}</h1>
      <Spin className={styles.spin ?? ''} />
    </>
  );
}

/** The person has no order at all. */
export function NoOutcome() {
  const t = useText();
  return (
    <>
      <h1 className={styles.title}>{t('wallet:success.none')}</h1>
      <p className={styles.words}>{t('wallet:success.noneText')}</p>
    </>
  );
}
