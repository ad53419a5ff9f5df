import { Form, type FormInstance, Segmented } from 'antd';
import { AmountInput } from '../../../components/amount-input.tsx';
import { useText } from '../../../lib/i18n.ts';
import { formatQuota } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { balanceAfter, type QuotaMode, typedQuota, type UserForm } from '../user-form.ts';
import styles from './user-form-view.module.css';

interface QuotaFieldsProps {
  readonly form: FormInstance<UserForm>;
  readonly balance: number;
}

/** Adds to the balance, takes from it, or sets it; says what it comes to. */
export function QuotaFields({ form, balance }: QuotaFieldsProps) {
  const t = useText();
  const display = useQuotaDisplay();
  const mode = Form.useWatch('mode', form) ?? 'add';
  const amount = Form.useWatch('amount', form) ?? null;
  const modes: readonly { value: QuotaMode; label: string }[] = [
    { value: 'add', label: t('users:quota.add') },
    { value: 'subtract', label: t('users:quota.subtract') },
    { value: 'override', label: t('users:quota.override') },
  ];

  function check(text: string | null): Promise<void> {
    if (text === null || text === '') return Promise.resolve();
    const quota = typedQuota({ amount: text }, display);
    if (quota === undefined) return Promise.reject(new Error(t('users:quota.noNumber')));
    return balanceAfter(balance, mode, quota) < 0 && mode === 'subtract'
      ? Promise.reject(new Error(t('users:quota.tooMuch', { balance: formatQuota(balance, display) })))
      : Promise.resolve();
  }

  return (
    <>
      <h2 className={styles.section}>{t('users:column.remaining')}</h2>
      <Form.Item name="mode" label={t('users:quota.mode')}>
        <Segmented block options={[...modes]} />
      </Form.Item>
      <Form.Item
        name="amount"
        label={t('users:quota.amount')}
        dependencies={['mode']}
        rules={[{ validator: (_, text: string | null) => check(text) }]}
        extra={<Outcome balance={balance} mode={mode} quota={typedQuota({ amount }, display)} />}
      >
        <AmountInput placeholder={t('users:quota.unchanged')} />
      </Form.Item>
    </>
  );
}

function Outcome({ balance, mode, quota }: { balance: number; mode: QuotaMode; quota: number | undefined }) {
  const t = useText();
  const { count } = useNumbers();
  const display = useQuotaDisplay();
  const now = t('users:quota.now', { balance: formatQuota(balance, display) });
  if (quota === undefined) return now;
  const after = t('users:quota.after', { balance: formatQuota(balanceAfter(balance, mode, quota), display) });
  if (!display.inCurrency) return `${now} ${after}`;
  return `${t('users:quota.equals', { quota: count(quota) })} ${now} ${after}`;
}
