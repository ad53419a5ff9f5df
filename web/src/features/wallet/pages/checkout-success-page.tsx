import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useUser } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { type OwnOrder, useOwnOrder, useOwnOrders } from '../api.ts';
import { NoOutcome, OutcomePlaceholder, PaymentOutcome } from '../components/payment-outcome.tsx';
import { recentPayment } from '../pending-payment.ts';
import styles from './checkout-success-page.module.css';

/** Where payers land after a payment. That they came here proves nothing: the server is asked what has arrived. */
export function CheckoutSuccessPage() {
  const t = useText();
  const userId = useUser()?.id ?? 0;
  usePageTitle(t('wallet:success.title'));
  const [begun] = useState(() => recentPayment(userId, Date.now()) ?? '');
  const order = useOrderJustPaid(begun);
  return (
    <div className={styles.page}>
      <Panel>
        <div className={styles.body}>
          {order === undefined ? (
            <OutcomePlaceholder />
          ) : order === null ? (
            <NoOutcome />
          ) : (
            <PaymentOutcome key={order.id} order={order} />
          )}
          <div className={styles.actions}>
            <Link to="/topup">
              <Button size="large">{t('wallet:success.wallet')}</Button>
            </Link>
            <Link to="/">
              <Button type="primary" size="large">
                {t('wallet:success.home')}
              </Button>
            </Link>
          </div>
        </div>
      </Panel>
    </div>
  );
}

/** The order that this browser began, else the person's newest. Undefined: not known yet; null: there is none. */
function useOrderJustPaid(begun: string): OwnOrder | null | undefined {
  const named = useOwnOrder(begun);
  const newest = useOwnOrders(1, 1);
  if (begun !== '' && named.error === undefined) return named.data;
  if (newest.error !== undefined) return null;
  return newest.data === undefined ? undefined : (newest.data.items[0] ?? null);
}
