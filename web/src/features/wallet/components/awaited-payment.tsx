import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { askStanding, type OwnOrder, useRefreshWallet } from '../api.ts';
import { coinSchedule, pageSchedule } from '../payment-watch.ts';
import { forgetPayment } from '../pending-payment.ts';
import { usePaymentWatch } from '../use-payment-watch.ts';
import { Arrived } from './arrived.tsx';
import styles from './awaited-payment.module.css';
import { CardPayment } from './card-payment.tsx';
import { CoinPayment } from './coin-payment.tsx';
import { OrderFacts } from './order-facts.tsx';
import { PagePayment } from './page-payment.tsx';
import { WatchLine } from './watch-line.tsx';

/** In which the person sees that the credit has arrived. */
const leaveDelayMs = 2000;

/** An order whose money is awaited: the way to pay it, and how the payment stands. */
export function AwaitedPayment({ order, onClose }: { order: OwnOrder; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const refresh = useRefreshWallet();
  const [redirectUrl, setRedirectUrl] = useState('');
  const schedule = order.processor === 'cryptomus' ? coinSchedule : pageSchedule;
  const { watch, again } = usePaymentWatch(async () => {
    const standing = await askStanding(order);
    setRedirectUrl(standing.redirectUrl);
    return standing.word;
  }, schedule);

  const arrive = useEffectEvent(() => {
    forgetPayment();
    void refresh();
  });
  const leave = useEffectEvent(() => {
    if (redirectUrl !== '') goTo(redirectUrl, (path) => void navigate(path));
  });
  useEffect(() => {
    if (watch.phase !== 'success') return;
    arrive();
    const timer = setTimeout(() => leave(), leaveDelayMs);
    return () => clearTimeout(timer);
  }, [watch.phase]);

  if (watch.phase === 'success') {
    return (
      <Arrived title={t('wallet:paid')} quota={order.quota}>
        <Button type="primary" onClick={onClose}>
          {t('wallet:done')}
        </Button>
      </Arrived>
    );
  }
  return (
    <div className={styles.payment}>
      {order.state !== 'confirming' && <WayToPay order={order} />}
      <WatchLine watch={watch} confirming={order.state === 'confirming'} onAgain={again} />
      <OrderFacts order={order} />
    </div>
  );
}

function WayToPay({ order }: { order: OwnOrder }) {
  if (order.processor === 'cryptomus') return <CoinPayment order={order} />;
  if (order.processor === 'airwallex') return <CardPayment order={order} />;
  return <PagePayment order={order} />;
}

/** To a page of ours without loading the app again, to any other by leaving. */
function goTo(address: string, navigate: (path: string) => void): void {
  const url = new URL(address, window.location.origin);
  if (url.origin === window.location.origin) navigate(url.pathname + url.search);
  else window.location.assign(url);
}
