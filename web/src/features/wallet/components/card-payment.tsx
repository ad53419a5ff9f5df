import { ExportOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Money } from '../../../components/money.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type OwnOrder, type Payment, useOffer } from '../api.ts';
import type { Offer } from '../offer.ts';
import { usePayment } from '../use-payment.ts';
import styles from './awaited-payment.module.css';
import { TimeLeft } from './time-left.tsx';

const CardForm = lazy(async () => ({ default: (await import('./card-form.tsx')).CardForm }));

/** An order by card or wallet: a code to scan, the provider's form here, or its page. */
export function CardPayment({ order }: { order: OwnOrder }) {
  const t = useText();
  const { offer } = useOffer();
  const { data: payment, error, mutate } = usePayment(order.id);
  if (error !== undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (payment === undefined || offer === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  const embeds = offer.embedsCards && payment.url === '' && payment.qrCode === '';
  return (
    <section className={styles.step} aria-label={t('wallet:page.title')}>
      <p className={styles.due}>
        <Money amount={order.payable} currency={order.currency} />
      </p>
      {payment.qrCode !== '' && (
        <>
          <div className={styles.picture}>
            <img src={payment.qrCode} alt={t('wallet:card.picture')} width={192} height={192} />
          </div>
          <p className={styles.words}>{t('wallet:card.scan')}</p>
        </>
      )}
      <TimeLeft until={order.expires_at} />
      {embeds ? (
        <Suspense fallback={<div className={styles.form} aria-busy="true" />}>
          <CardForm order={order} payment={payment} live={offer.cardsAreLive} />
        </Suspense>
      ) : (
        <CardPage order={order} payment={payment} offer={offer} />
      )}
    </section>
  );
}

/** To the wallet's page; cards, for which the provider names none, to the provider's own. */
function CardPage({ order, payment, offer }: { order: OwnOrder; payment: Payment; offer: Offer }) {
  const t = useText();
  const feedback = useFeedback();
  const [busy, setBusy] = useState(false);

  async function open() {
    setBusy(true);
    try {
      if (payment.url !== '') window.location.assign(payment.url);
      else await (await import('../airwallex.ts')).goToCheckout(order, payment, offer.cardsAreLive);
    } catch (error) {
      setBusy(false);
      feedback.failure(error);
    }
  }

  return (
    <Button type="primary" size="large" icon={<ExportOutlined />} loading={busy} onClick={() => void open()}>
      {t('wallet:page.open')}
    </Button>
  );
}
