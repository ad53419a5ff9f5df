import { ExclamationCircleOutlined, LoadingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { Watch } from '../payment-watch.ts';
import styles from './awaited-payment.module.css';

function textOf(watch: Watch, confirming: boolean): TextKey {
  if (watch.phase === 'failed') return 'wallet:watch.failed';
  if (watch.phase === 'givenUp') return watch.unanswered ? 'wallet:watch.noAnswer' : 'wallet:watch.givenUp';
  if (watch.phase === 'waiting' && watch.unanswered) return 'wallet:watch.unanswered';
  return confirming ? 'wallet:watch.confirming' : 'wallet:watch.waiting';
}

/** How the payment stands, in a sentence; once nobody asks any more, with a way to ask again. */
export function WatchLine(props: { watch: Watch; confirming: boolean; onAgain: () => void }) {
  const t = useText();
  const { watch } = props;
  const asking = watch.phase === 'waiting';
  return (
    <div className={asking ? styles.status : `${styles.status} ${styles.bad}`} role="status">
      <span className={styles.mark} aria-hidden="true">
        {asking ? <LoadingOutlined /> : <ExclamationCircleOutlined />}
      </span>
      <p>{t(textOf(watch, props.confirming))}</p>
      {!asking && <Button onClick={props.onAgain}>{t('wallet:watch.again')}</Button>}
    </div>
  );
}
