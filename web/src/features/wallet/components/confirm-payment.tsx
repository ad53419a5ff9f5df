import type { MethodPrice } from '@switchyard/console/calls';
import { Dialog } from '../../../components/dialog.tsx';
import { Money } from '../../../components/money.tsx';
import { PaymentMethod } from '../../../components/payment-method.tsx';
import { Quota } from '../../../components/quota.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { Method } from '../offer.ts';
import styles from './top-up-form.module.css';

interface ConfirmPaymentProps {
  readonly method: Method;
  readonly quota: number;
  readonly price: MethodPrice;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** The last word before the person is sent to the gateway. */
export function ConfirmPayment({ method, quota, price, busy, onConfirm, onClose }: ConfirmPaymentProps) {
  const t = useText();
  return (
    <Dialog
      open
      title={t('wallet:confirm')}
      width={420}
      okText={t('wallet:confirm.go')}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={onConfirm}
      onCancel={onClose}
    >
      <dl className={styles.summary}>
        <div className={styles.line}>
          <dt>{t('wallet:summary.credit')}</dt>
          <dd>
            <Quota value={quota} />
          </dd>
        </div>
        <div className={styles.line}>
          <dt>{t('wallet:method')}</dt>
          <dd>
            <PaymentMethod {...method} />
          </dd>
        </div>
        <div className={`${styles.line} ${styles.total}`}>
          <dt>{t('wallet:summary.total')}</dt>
          <dd>
            <Money amount={price.payable} currency={price.currency} />
          </dd>
        </div>
      </dl>
      <p className={styles.hint}>{t('wallet:confirm.text')}</p>
    </Dialog>
  );
}
