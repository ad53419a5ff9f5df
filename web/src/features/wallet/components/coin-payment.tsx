import { Skeleton } from 'antd';
import { Copyable } from '../../../components/copyable.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { OwnOrder, Payment } from '../api.ts';
import { usePayment } from '../use-payment.ts';
import { useSecondsLeft } from '../use-seconds-left.ts';
import styles from './awaited-payment.module.css';
import { TimeLeft } from './time-left.tsx';

/** Where to send the coins, exactly how many, and how long that holds. */
export function CoinPayment({ order }: { order: OwnOrder }) {
  const { data, error, mutate } = usePayment(order.id);
  if (data !== undefined) return <Transfer payment={data} expiresAt={order.expires_at} />;
  if (error !== undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  return <Skeleton active paragraph={{ rows: 9 }} />;
}

function Transfer({ payment, expiresAt }: { payment: Payment; expiresAt: number }) {
  const t = useText();
  const left = useSecondsLeft(expiresAt);
  const { address, network, pay_amount: amount, pay_currency: coin, qrCode } = payment;
  return (
    <section className={styles.step} aria-label={t('wallet:coins.title')}>
      <p className={styles.words}>{t('wallet:coins.text', { coin, network })}</p>
      <div className={left === 0 ? `${styles.picture} ${styles.over}` : styles.picture}>
        <img src={qrCode} alt={t('wallet:coins.picture', { address })} width={192} height={192} />
        {left === 0 && <span className={styles.ended}>{t('wallet:expired')}</span>}
      </div>
      <TimeLeft until={expiresAt} />
      <dl className={styles.transfer}>
        <div>
          <dt>{t('wallet:coins.amount', { coin })}</dt>
          <dd className={styles.exact}>
            <Copyable text={amount} marked />
            <span className="quiet">{coin}</span>
          </dd>
        </div>
        <div>
          <dt>{t('wallet:coins.network')}</dt>
          <dd>
            <span className="code">{network}</span>
          </dd>
        </div>
        <div>
          <dt>{t('wallet:coins.address')}</dt>
          <dd>
            <Copyable text={address} marked />
          </dd>
        </div>
      </dl>
    </section>
  );
}
