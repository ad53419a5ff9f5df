import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Money } from '../../../components/money.tsx';
import { OrderState } from '../../../components/order-state.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useUser } from '../../../lib/session.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import type { OwnOrder } from '../api.ts';
import { OrderFacts } from './order-facts.tsx';
import styles from './receipt.module.css';

/** Prints the receipt alone: everything beside it is hidden while the browser prints. */
function printReceipt(): void {
  const { classList } = document.body;
  const printing = styles.printing ?? '';
  classList.add(printing);
  window.addEventListener('afterprint', () => classList.remove(printing), { once: true });
  window.print();
}

/** An order whose payment has ended one way or another. */
export function Receipt({ order }: { order: OwnOrder }) {
  const t = useText();
  const { system_name: site } = useSiteStatus();
  const user = useUser();
  const isPaid = order.credited_at > 0;
  return (
    <div className={styles.receipt}>
      <div className={styles.head}>
        <p className={styles.site}>{site}</p>
        <p className={styles.total}>
          <Money amount={order.payable} currency={order.currency} />
        </p>
        <OrderState state={order.state} expiresAt={order.expires_at} />
        {isPaid && <p className={styles.buyer}>{t('wallet:receipt.for', { name: user?.username ?? '' })}</p>}
      </div>
      <OrderFacts order={order} />
      {isPaid ? (
        <Button className={styles.print ?? ''} icon={<PrinterOutlined />} onClick={printReceipt}>
          {t('wallet:receipt.print')}
        </Button>
      ) : (
        <p className={styles.note}>{t('wallet:receipt.late')}</p>
      )}
    </div>
  );
}
