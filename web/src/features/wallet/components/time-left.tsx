import { useText } from '../../../lib/i18n.ts';
import { minutesAndSeconds } from '../countdown.ts';
import { useSecondsLeft } from '../use-seconds-left.ts';
import styles from './awaited-payment.module.css';

/** Minutes and seconds in which the payment is expected; then that it has expired. */
export function TimeLeft({ until }: { until: number }) {
  const t = useText();
  const left = useSecondsLeft(until);
  return (
    <p className="quiet">
      {t('wallet:timeLeft')}{' '}
      <span className={`figures ${styles.left}`} role="timer">
        {left === 0 ? t('wallet:expired') : minutesAndSeconds(left)}
      </span>
    </p>
  );
}
