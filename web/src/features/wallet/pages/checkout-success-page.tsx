import { useState } from 'react';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useUser } from '../../../lib/session.ts';
import { useOwnOrder, useOwnOrders } from '../api.ts';
import { NoOutcome, OutcomePlaceholder, PaymentOutcome, UnknownOutcome } from '../components/payment-outcome.tsx';
import { recentPayment } from '../pending-payment.ts';
import styles from './checkout-success-page.module.css';

/** Where payers land after a payment. That they came here proves nothing: the server is asked what has arrived. */
export function CheckoutSuccessPage() {
  const t = useText();
  const userId = useUser()?.id ?? 0;
  const [begun] = useState(() => recentPayment(userId, Date.now()) ?? '');
  return (
    <div className={styles.page}>
      <Panel>
        <div className={styles.body}>
          <Outcome begun={begun} />
          <div className={styles.actions}>
            <ButtonLink to="/topup" size="large">
              {t('wallet:success.wallet')}
            </ButtonLink>
            <ButtonLink to="/" type="primary" size="large">
              {t('wallet:success.home')}
            </ButtonLink>
          </div>
        </div>
      </Panel>
    </div>
  );
}

/** Of the order that this browser began, else of the person's newest. */
function Outcome({ begun }: { begun: string }) {
  const named = useOwnOrder(begun);
  const { data, error, mutate } = useOwnOrders(1, 1);
  if (named.data !== undefined) return <PaymentOutcome key={named.data.id} order={named.data} />;
  if (begun !== '' && named.error === undefined) return <OutcomePlaceholder />;
  if (data === undefined) {
    const retry = () => void mutate();
    return error === undefined ? <OutcomePlaceholder /> : <UnknownOutcome error={error} onRetry={retry} />;
  }
  const [newest] = data.items;
  return newest === undefined ? <NoOutcome /> : <PaymentOutcome key={newest.id} order={newest} />;
}
