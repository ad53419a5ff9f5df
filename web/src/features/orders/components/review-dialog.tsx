import { Alert, Form, Input } from 'antd';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type OrderFile, type ReviewDecision, reviewOrder } from '../api.ts';
import styles from './decision-dialog.module.css';
import { ReasonField } from './reason-field.tsx';

interface ReviewDialogProps {
  readonly file: OrderFile;
  readonly decision: ReviewDecision['decision'];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface Fields {
  readonly reason: string;
  readonly received?: string;
}

/** Ends the review of an order: what arrived earns credit, or nothing is owed. */
export function ReviewDialog({ file: { order, received }, decision, onClose, onDone }: ReviewDialogProps) {
  const t = useText();
  const feedback = useFeedback();
  const [form] = Form.useForm<Fields>();
  const { attempt, busy, refusal } = useAttempt();
  const credits = decision === 'credit';

  async function decide({ reason, received: typed = '' }: Fields) {
    await attempt(async () => {
      const amount = typed.trim();
      await reviewOrder(order.order_id, {
        decision,
        reason: reason.trim(),
        ...(credits && amount !== '' ? { received: amount } : {}),
      });
      feedback.success(t(credits ? 'orders:review.credited' : 'orders:review.dismissed'));
      onDone();
    });
  }

  return (
    <Dialog
      open
      title={t(credits ? 'orders:review.creditTitle' : 'orders:review.dismissTitle')}
      okText={t(credits ? 'orders:review.credit' : 'orders:review.dismiss')}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p className={styles.words}>{t(credits ? 'orders:review.creditText' : 'orders:review.dismissText')}</p>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ received, reason: '' }}
        onFinish={(fields) => void decide(fields)}
      >
        {refusal !== undefined && <Alert className={styles.refusal ?? ''} type="error" showIcon title={refusal} />}
        {credits && (
          <Form.Item
            name="received"
            label={t('orders:review.received', { currency: order.currency })}
            rules={[
              { required: true, message: t('orders:review.receivedNeeded') },
              { pattern: /^\d{1,9}(\.\d{1,2})?$/, message: t('orders:amountWrong') },
            ]}
          >
            <Input autoFocus dir="ltr" inputMode="decimal" suffix={order.currency} placeholder={order.payable} />
          </Form.Item>
        )}
        <ReasonField autoFocus={!credits} />
      </Form>
    </Dialog>
  );
}
