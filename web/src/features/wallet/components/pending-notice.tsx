import { Alert, Button } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { type OwnOrder, useOwnOrders } from '../api.ts';
import { isAwaited } from '../order-standing.ts';
import styles from './pending-notice.module.css';

const newest = 10;

/** Says that payments wait, and leads to the newest of them. */
export function PendingNotice({ onOpen }: { onOpen: (order: OwnOrder) => void }) {
  const t = useText();
  const { data } = useOwnOrders(1, newest);
  const waiting = data?.items.filter((order) => isAwaited(order)) ?? [];
  const [first] = waiting;
  if (first === undefined) return null;
  return (
    <Alert
      className={styles.notice ?? ''}
      type="info"
      showIcon
      title={t('wallet:pending', { number: waiting.length })}
      action={<Button onClick={() => onOpen(first)}>{t('wallet:pending.open')}</Button>}
    />
  );
}
