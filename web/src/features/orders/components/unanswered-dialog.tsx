import { Form } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { decideRefund, type RefundDecision } from '../api.ts';
import { DecisionDialog } from './decision-dialog.tsx';

interface UnansweredDialogProps {
  readonly orderId: number;
  readonly requestId: string;
  readonly decision: RefundDecision['decision'];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface Fields {
  readonly reason: string;
}

/** Ends a refund without an answer: its money went out, or it did not and the credit comes back. */
export function UnansweredDialog({ orderId, requestId, decision, onClose, onDone }: UnansweredDialogProps) {
  const t = useText();
  const feedback = useFeedback();
  const [form] = Form.useForm<Fields>();
  const sent = decision === 'sent';

  async function decide({ reason }: Fields) {
    await decideRefund(orderId, { request_id: requestId, decision, reason });
    feedback.success(t(sent ? 'orders:unanswered.sentDone' : 'orders:unanswered.refusedDone'));
    onDone();
  }

  return (
    <DecisionDialog<Fields>
      title={t(sent ? 'orders:unanswered.sentTitle' : 'orders:unanswered.refusedTitle')}
      words={t(sent ? 'orders:unanswered.sentText' : 'orders:unanswered.refusedText')}
      okText={t(sent ? 'orders:unanswered.sent' : 'orders:unanswered.refused')}
      form={form}
      startsAtReason
      onDecide={decide}
      onClose={onClose}
    />
  );
}
