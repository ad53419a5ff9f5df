import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Money } from '../../../components/money.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { OrderFile, RefundDecision } from '../api.ts';
import { unansweredRefunds } from '../decisions.ts';
import styles from './order-body.module.css';
import { UnansweredDialog } from './unanswered-dialog.tsx';

interface Choice extends Pick<RefundDecision, 'decision'> {
  readonly requestId: string;
}

/** Refunds for which the processor is asked no more: whether each went out is for root to say. */
export function UnansweredRefunds({ file, onDecided }: { file: OrderFile; onDecided: () => void }) {
  const t = useText();
  const [choice, setChoice] = useState<Choice>();
  return (
    <>
      {unansweredRefunds(file).map(({ request_id: requestId, amount, currency }) => (
        <Alert
          key={requestId}
          type="warning"
          showIcon
          title={
            <>
              {t('orders:unanswered.title')} <Money amount={amount} currency={currency} />
            </>
          }
          description={
            <>
              {t('orders:unanswered.text')}
              <div className={styles.decisions}>
                <Button onClick={() => setChoice({ requestId, decision: 'sent' })}>
                  {t('orders:unanswered.sent')}
                </Button>
                <Button onClick={() => setChoice({ requestId, decision: 'refused' })}>
                  {t('orders:unanswered.refused')}
                </Button>
              </div>
            </>
          }
        />
      ))}
      {choice !== undefined && (
        <UnansweredDialog
          {...choice}
          orderId={file.order.order_id}
          onClose={() => setChoice(undefined)}
          onDone={() => {
            setChoice(undefined);
            onDecided();
          }}
        />
      )}
    </>
  );
}
