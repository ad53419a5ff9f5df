import { Alert, Button, Collapse, DatePicker, Form, Input, InputNumber, Modal, Select, Space, Switch } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { timeFormat } from '../../../lib/time.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { createToken, type Token, updateToken, useSelfGroups } from '../api.ts';
import { changedFields, fieldsFromToken, hasRestrictions, type TokenForm, tokenFromFields } from '../token-form.ts';
import { RestrictionFields } from './restriction-fields.tsx';
import styles from './token-editor.module.css';

const presets = [
  { text: 'tokens:expiry.hour', at: () => dayjs().add(1, 'hour') },
  { text: 'tokens:expiry.day', at: () => dayjs().add(1, 'day') },
  { text: 'tokens:expiry.month', at: () => dayjs().add(1, 'month') },
  { text: 'tokens:expiry.never', at: () => null },
] as const;

interface TokenEditorProps {
  readonly token: Token | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Creates or edits an API key. */
export function TokenEditor({ token, onClose, onSaved }: TokenEditorProps) {
  const t = useText();
  const feedback = useFeedback();
  const display = useQuotaDisplay();
  const groups = useSelfGroups();
  const [form] = Form.useForm<TokenForm>();
  const [initial] = useState(() => fieldsFromToken(token, display));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const unlimited = Form.useWatch('unlimited', form) ?? true;

  async function save(values: TokenForm) {
    setBusy(true);
    setRefusal(undefined);
    try {
      const fields = tokenFromFields(values, display);
      await (token === undefined
        ? createToken(fields)
        : updateToken(token.id, changedFields(initial, values, display)));
      feedback.success(token === undefined ? t('tokens:created') : t('tokens:updated'));
      onSaved();
    } catch (error) {
      setRefusal(failureText(error, t));
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      title={token === undefined ? t('tokens:add') : t('tokens:edit', { name: token.name })}
      width={600}
      okText={token === undefined ? t('common:create') : t('common:save')}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form<TokenForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        className={styles.form ?? ''}
        initialValues={initial}
        onFinish={(values) => void save(values)}
      >
        {refusal !== undefined && <Alert className={styles.refusal ?? ''} type="error" showIcon title={refusal} />}
        <Form.Item
          name="name"
          label={t('tokens:field.name')}
          rules={[{ required: true, whitespace: true, message: t('tokens:field.nameNeeded') }]}
        >
          <Input autoFocus maxLength={30} placeholder={t('tokens:field.nameExample')} />
        </Form.Item>

        <div className={styles.pair}>
          <Form.Item
            name="amount"
            label={display.inCurrency ? t('tokens:field.amount') : t('tokens:field.quota')}
            extra={unlimited ? t('tokens:field.unlimitedHint') : undefined}
            rules={[{ required: !unlimited, message: t('tokens:field.amountNeeded') }]}
          >
            <InputNumber<string>
              stringMode
              min="0"
              disabled={unlimited}
              className={styles.wide ?? ''}
              prefix={display.inCurrency ? '$' : undefined}
              controls={false}
            />
          </Form.Item>
          <Form.Item name="unlimited" label={t('tokens:unlimited')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>

        <Form.Item label={t('tokens:field.expires')} htmlFor="expires">
          <div className={styles.expiry}>
            <Form.Item name="expires" noStyle>
              <DatePicker
                id="expires"
                showTime
                className={styles.wide ?? ''}
                placeholder={t('tokens:never')}
                format={timeFormat}
                disabledDate={(day: Dayjs) => day.isBefore(dayjs().startOf('day'))}
              />
            </Form.Item>
            <Space.Compact>
              {presets.map(({ text, at }) => (
                <Button key={text} onClick={() => form.setFieldValue('expires', at())}>
                  {t(text)}
                </Button>
              ))}
            </Space.Compact>
          </div>
        </Form.Item>

        <Form.Item name="group" label={t('tokens:field.group')} extra={t('tokens:field.groupHint')}>
          <Select
            allowClear
            placeholder={t('tokens:ownGroup')}
            loading={groups.isLoading}
            options={Object.entries(groups.data ?? {}).map(([value, { desc, ratio }]) => ({
              value,
              label: desc === '' || desc === value ? value : `${value} · ${desc}`,
              ratio: String(ratio),
            }))}
            optionRender={({ label, data }) => (
              <span className={styles.option}>
                {label}
                <span className="figures quiet">×{data.ratio}</span>
              </span>
            )}
          />
        </Form.Item>

        <Collapse
          ghost
          className={styles.limits ?? ''}
          defaultActiveKey={hasRestrictions(initial) ? ['limits'] : []}
          items={[{ key: 'limits', forceRender: true, label: t('tokens:limits'), children: <RestrictionFields /> }]}
        />
      </Form>
    </Modal>
  );
}
