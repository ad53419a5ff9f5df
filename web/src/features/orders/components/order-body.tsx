import { Alert, Button } from 'antd';
import { useState } from 'react';
import { OrderState } from '../../../components/order-state.tsx';
import { PaymentMethod } from '../../../components/payment-method.tsx';
import { serverText, useText } from '../../../lib/i18n.ts';
import { ROOT_ROLE, useUser } from '../../../lib/session.ts';
import type { OrderFile } from '../api.ts';
import { canBeCredited, canBeRefunded, needsReview } from '../decisions.ts';
import styles from './order-body.module.css';
import { OrderFacts } from './order-facts.tsx';
import { OrderFigures } from './order-figures.tsx';
import { OrderFlags } from './order-flags.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { UnansweredRefunds } from './unanswered-refunds.tsx';

/** Money, decisions, facts and history of an order. */
export function OrderBody({ file, onChanged }: { file: OrderFile; onChanged: () => void }) {
  const t = useText();
  const role = useUser()?.role ?? 0;
  const [dialog, setDialog] = useState<'credit' | 'dismiss' | 'refund'>();
  const { order } = file;
  const close = () => setDialog(undefined);
  const decided = () => {
    close();
    onChanged();
  };

  return (
    <div className={styles.body}>
      <div className={styles.head}>
        <PaymentMethod {...order} />
        <OrderState state={order.state} expiresAt={order.expires_at} />
        <OrderFlags order={order} />
      </div>
      {needsReview(order) ? (
        <Alert
          type="warning"
          showIcon
          title={t('orders:review.title')}
          description={
            <>
              <bdi>{serverText(order.reason) || t('orders:review.noReason')}</bdi>
              <div className={styles.decisions}>
                {canBeCredited(order) && (
                  <Button type="primary" onClick={() => setDialog('credit')}>
                    {t('orders:review.credit')}
                  </Button>
                )}
                <Button onClick={() => setDialog('dismiss')}>{t('orders:review.dismiss')}</Button>
              </div>
            </>
          }
        />
      ) : (
        order.reason !== '' && <Alert type="info" showIcon title={<bdi>{serverText(order.reason)}</bdi>} />
      )}
      {role >= ROOT_ROLE && <UnansweredRefunds file={file} onDecided={onChanged} />}
      <OrderFigures file={file} />
      {canBeRefunded(order) && role >= ROOT_ROLE && (
        <Button danger className={styles.refund ?? ''} onClick={() => setDialog('refund')}>
          {t('orders:refund')}
        </Button>
      )}
      <OrderFacts order={order} />
      <OrderTimeline file={file} />
      {dialog === 'refund' && <RefundDialog file={file} onClose={close} onDone={decided} />}
      {(dialog === 'credit' || dialog === 'dismiss') && (
        <ReviewDialog file={file} decision={dialog} onClose={close} onDone={decided} />
      )}
    </div>
  );
}
