import { Alert, Button, DatePicker, Form, Input, InputNumber } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../../components/dialog.tsx';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { useText } from '../../../lib/i18n.ts';
import { amountFromQuota, formatQuota } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { timeFormat } from '../../../lib/time.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type Code, createCodes, LONGEST_NAME, MOST_AT_ONCE, updateCode } from '../api.ts';
import { type CodeForm, changedFields, fieldsFromForm, formFromCode, quotaOf, quotaPresets } from '../code-form.ts';
import styles from './code-editor-form.module.css';

interface CodeEditorFormProps {
  readonly code: Code | undefined;
  readonly onClose: () => void;
  readonly onSaved: (codes: readonly string[]) => void;
}

export function CodeEditorForm({ code, onClose, onSaved }: CodeEditorFormProps) {
  const t = useText();
  const feedback = useFeedback();
  const display = useQuotaDisplay();
  const [form] = Form.useForm<CodeForm>();
  const [initial] = useState(() => formFromCode(code, display));
  const [dirty, setDirty] = useState(false);
  const { attempt, busy, refusal } = useAttempt();
  const amount = Form.useWatch('amount', form) ?? initial.amount;
  useUnsavedGuard(dirty);

  async function save(shown: CodeForm) {
    const values = { ...initial, ...shown };
    await attempt(async () => {
      const made = code === undefined ? await createCodes(fieldsFromForm(values, display)) : [];
      if (code !== undefined) await updateCode(code.id, changedFields(initial, values, display));
      feedback.success(code === undefined ? t('redemption:created') : t('redemption:updated'));
      flushSync(() => setDirty(false));
      onSaved(made);
    });
  }

  function choose(quota: number) {
    form.setFields([{ name: 'amount', value: amountFromQuota(quota, display), errors: [] }]);
    setDirty(true);
  }

  return (
    <Dialog
      open
      title={code === undefined ? t('redemption:add') : t('redemption:edit', { name: code.name })}
      okText={code === undefined ? t('common:create') : t('common:save')}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: !dirty }}
    >
      <Form<CodeForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        className={styles.form ?? ''}
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void save(values)}
      >
        {refusal !== undefined && (
          <Alert className={styles.refusal ?? ''} type="error" showIcon title={refusal} role="alert" />
        )}
        <Form.Item
          name="name"
          label={t('redemption:field.name')}
          extra={code === undefined ? t('redemption:field.nameHint') : undefined}
          rules={[{ required: code !== undefined, whitespace: true, message: t('redemption:field.nameNeeded') }]}
        >
          <Input
            autoFocus
            maxLength={LONGEST_NAME}
            showCount
            placeholder={formatQuota(quotaOf({ amount }, display), display)}
          />
        </Form.Item>
        <Form.Item
          name="amount"
          label={display.inCurrency ? t('redemption:field.amount') : t('redemption:field.quota')}
          rules={[
            {
              validator: (_, typed: string | null) =>
                quotaOf({ amount: typed }, display) >= 1
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('redemption:field.amountNeeded'))),
            },
          ]}
        >
          <InputNumber<string>
            stringMode
            min="0"
            className={styles.wide ?? ''}
            prefix={display.inCurrency ? '$' : undefined}
            controls={false}
          />
        </Form.Item>
        <fieldset className={styles.presets} aria-label={t('redemption:field.presets')}>
          {quotaPresets.map((quota) => (
            <Button key={quota} size="small" onClick={() => choose(quota)}>
              <span className="figures">{formatQuota(quota, display)}</span>
            </Button>
          ))}
        </fieldset>
        <div className={styles.pair}>
          {code === undefined && (
            <Form.Item
              name="count"
              label={t('redemption:field.count', { most: MOST_AT_ONCE })}
              rules={[{ required: true, message: t('redemption:field.countNeeded') }]}
            >
              <InputNumber min={1} max={MOST_AT_ONCE} precision={0} className={styles.wide ?? ''} />
            </Form.Item>
          )}
          <Form.Item name="expires" label={t('redemption:field.expires')}>
            <DatePicker
              showTime
              className={styles.wide ?? ''}
              placeholder={t('redemption:never')}
              format={timeFormat}
              disabledDate={(day: Dayjs) => day.isBefore(dayjs().startOf('day'))}
            />
          </Form.Item>
        </div>
      </Form>
    </Dialog>
  );
}
