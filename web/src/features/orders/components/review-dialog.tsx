import { Form, Input } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type OrderFile, type ReviewDecision, reviewOrder } from '../api.ts';
import { DecisionDialog } from './decision-dialog.tsx';

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
  const credits = decision === 'credit';

  async function decide({ reason, received: typed = '' }: Fields) {
    const amount = typed.trim();
    await reviewOrder(order.order_id, {
      decision,
      reason,
      ...(credits && amount !== '' ? { received: amount } : {}),
    });
    feedback.success(t(credits ? 'orders:review.credited' : 'orders:review.dismissed'));
    onDone();
  }

  return (
    <DecisionDialog<Fields>
      title={t(credits ? 'orders:review.creditTitle' : 'orders:review.dismissTitle')}
      words={t(credits ? 'orders:review.creditText' : 'orders:review.dismissText')}
      okText={t(credits ? 'orders:review.credit' : 'orders:review.dismiss')}
      form={form}
      initialValues={{ received }}
      fields={
        credits && (
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
        )
      }
      startsAtReason={!credits}
      onDecide={decide}
      onClose={onClose}
    />
  );
}
