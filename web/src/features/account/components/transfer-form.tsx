import { Alert, Button, Form } from 'antd';
import { useSWRConfig } from 'swr';
import { AmountInput } from '../../../components/amount-input.tsx';
import { useText } from '../../../lib/i18n.ts';
import { amountFromQuota, formatQuota, quotaFromAmount } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { transferEarnings } from '../api.ts';

interface TransferFormProps {
  /** What can be moved, and the least that is moved at once; both in quota. */
  readonly pending: number;
  readonly least: number;
  readonly onDone: () => void;
}

/** Moves earnings to the balance: all of them, unless less was typed. */
export function TransferForm({ pending, least, onDone }: TransferFormProps) {
  const t = useText();
  const feedback = useFeedback();
  const { mutate } = useSWRConfig();
  const display = useQuotaDisplay();
  const { attempt, busy, refusal } = useAttempt();
  const quotaOf = (amount: string | null | undefined) => quotaFromAmount(amount ?? '', display);

  async function submit(quota: number) {
    await attempt(async () => {
      await transferEarnings(quota);
      await mutate('/api/user/self');
      feedback.success(t('account:invite.transferred', { amount: formatQuota(quota, display) }));
      onDone();
    });
  }

  function check(amount: string | null | undefined): Promise<void> {
    const quota = quotaOf(amount);
    if (quota !== undefined && quota >= least && quota <= pending) return Promise.resolve();
    const bounds = { least: formatQuota(least, display), most: formatQuota(pending, display) };
    return Promise.reject(new Error(t('account:invite.bounds', bounds)));
  }

  return (
    <Form<{ amount: string }>
      layout="vertical"
      requiredMark={false}
      initialValues={{ amount: amountFromQuota(pending, display) }}
      onFinish={({ amount }) => void submit(quotaOf(amount) ?? 0)}
    >
      {refusal !== undefined && (
        <Form.Item>
          <Alert type="error" showIcon title={refusal} />
        </Form.Item>
      )}
      <Form.Item
        name="amount"
        label={t('account:invite.amount')}
        rules={[{ validator: (_, amount: string | null) => check(amount) }]}
      >
        <AmountInput autoFocus />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('account:invite.transfer')}
      </Button>
    </Form>
  );
}
