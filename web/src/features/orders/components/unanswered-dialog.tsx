import { Alert, Form } from 'antd';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { decideRefund, type RefundDecision } from '../api.ts';
import styles from './decision-dialog.module.css';
import { ReasonField } from './reason-field.tsx';

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
  const { attempt, busy, refusal } = useAttempt();
  const sent = decision === 'sent';

  async function decide({ reason }: Fields) {
    await attempt(async () => {
      await decideRefund(orderId, { request_id: requestId, decision, reason: reason.trim() });
      feedback.success(t(sent ? 'orders:unanswered.sentDone' : 'orders:unanswered.refusedDone'));
      onDone();
    });
  }

  return (
    <Dialog
      open
      title={t(sent ? 'orders:unanswered.sentTitle' : 'orders:unanswered.refusedTitle')}
      okText={t(sent ? 'orders:unanswered.sent' : 'orders:unanswered.refused')}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p className={styles.words}>{t(sent ? 'orders:unanswered.sentText' : 'orders:unanswered.refusedText')}</p>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ reason: '' }}
        onFinish={(fields) => void decide(fields)}
      >
        {refusal !== undefined && <Alert className={styles.refusal ?? ''} type="error" showIcon title={refusal} />}
        <ReasonField autoFocus />
      </Form>
    </Dialog>
  );
}
