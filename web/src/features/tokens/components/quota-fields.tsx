import { Form, Switch } from 'antd';
import { AmountInput } from '../../../components/amount-input.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import styles from './quota-fields.module.css';

/** What a key may spend: in all, in a day and in a month. */
export function QuotaFields() {
  const t = useText();
  const display = useQuotaDisplay();
  const unlimited = Form.useWatch<boolean>('unlimited') ?? true;
  return (
    <>
      <div className={styles.pair}>
        <Form.Item
          name="amount"
          label={display.inCurrency ? t('tokens:field.amount') : t('tokens:field.quota')}
          extra={unlimited ? t('tokens:field.unlimitedHint') : undefined}
          rules={[{ required: !unlimited, message: t('tokens:field.amountNeeded') }]}
        >
          <AmountInput disabled={unlimited} />
        </Form.Item>
        <Form.Item name="unlimited" label={t('tokens:unlimited')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      <div className={styles.budgets}>
        <Form.Item name="dailyBudget" label={t('tokens:field.dailyBudget')}>
          <AmountInput placeholder={t('tokens:field.noLimit')} />
        </Form.Item>
        <Form.Item name="monthlyBudget" label={t('tokens:field.monthlyBudget')}>
          <AmountInput placeholder={t('tokens:field.noLimit')} />
        </Form.Item>
      </div>
      <p className={styles.hint}>{t('tokens:field.budgetHint')}</p>
    </>
  );
}
