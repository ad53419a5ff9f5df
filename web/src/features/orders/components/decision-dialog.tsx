import { Alert, Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import styles from './decision-dialog.module.css';
import { ReasonField } from './reason-field.tsx';

interface Reasoned {
  readonly reason: string;
}

interface DecisionDialogProps<Fields extends Reasoned> {
  readonly title: string;
  readonly words: string;
  /** What else is to be known before deciding. */
  readonly notices?: ReactNode;
  readonly okText: string;
  readonly danger?: boolean;
  readonly form: FormInstance<Fields>;
  /** All but the reason, which comes last and is empty at first. */
  readonly initialValues?: Omit<Fields, 'reason'>;
  readonly fields?: ReactNode;
  readonly startsAtReason: boolean;
  /** Rejects when the decision was refused; the dialog stays and says why. */
  readonly onDecide: (fields: Fields) => Promise<void>;
  readonly onClose: () => void;
}

/** Money is decided about, for a reason that is kept. */
export function DecisionDialog<Fields extends Reasoned>(props: DecisionDialogProps<Fields>) {
  const { title, words, notices, okText, danger = false, form, initialValues, fields, startsAtReason } = props;
  const t = useText();
  const { attempt, busy, refusal } = useAttempt();

  function decide(values: Fields) {
    void attempt(() => props.onDecide({ ...values, reason: values.reason.trim() }));
  }

  return (
    <Dialog
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger }}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={props.onClose}
      mask={{ closable: false }}
    >
      <p className={styles.words}>{words}</p>
      {notices}
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ ...initialValues, reason: '' }}
        onFinish={decide}
      >
        {refusal !== undefined && <Alert className={styles.refusal ?? ''} type="error" showIcon title={refusal} />}
        {fields}
        <ReasonField autoFocus={startsAtReason} />
      </Form>
    </Dialog>
  );
}
