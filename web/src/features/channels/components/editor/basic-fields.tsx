import { Alert, Form, type FormInstance, Input, Select } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import { useChannelTypes } from '../../api.ts';
import type { ChannelForm } from '../../channel-form.ts';
import { providerOption } from '../../provider-option.ts';
import styles from './channel-form-view.module.css';
import { Hint } from './hint.tsx';
import { KeyField } from './key-field.tsx';

interface BasicFieldsProps {
  readonly form: FormInstance<ChannelForm>;
  readonly isNew: boolean;
  /** False: it has several keys, which are changed one by one. */
  readonly hasOwnKey: boolean;
}

/** Kind of upstream, name, key, address. */
export function BasicFields({ form, isNew, hasOwnKey }: BasicFieldsProps) {
  const t = useText();
  const { data: types = [], isLoading } = useChannelTypes();
  const type = Form.useWatch('type', form);
  const chosen = types.find((candidate) => candidate.type === type);
  const hint = chosen?.otherHint ?? '';

  /** A channel without models starts with those of its kind. */
  function onType(next: number) {
    const models = types.find((candidate) => candidate.type === next)?.models ?? [];
    if (form.getFieldValue('models').length === 0) form.setFieldValue('models', [...models]);
  }

  return (
    <>
      <div className={styles.pair}>
        <Form.Item name="type" label={t('channels:field.type')}>
          <Select
            loading={isLoading}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={onType}
            options={types.map(({ type: value, label }) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item
          name="name"
          label={t('channels:field.name')}
          rules={[{ required: true, whitespace: true, message: t('channels:nameAndKeyNeeded') }]}
        >
          <Input maxLength={100} autoFocus={isNew} placeholder={t('channels:field.nameExample')} />
        </Form.Item>
      </div>
      {chosen?.notice && (
        <Form.Item>
          <Alert type="warning" showIcon title={<Hint text={chosen.notice} />} />
        </Form.Item>
      )}
      {hasOwnKey && <KeyField form={form} isNew={isNew} hint={chosen?.keyHint ?? ''} />}
      <Form.Item
        name="baseUrl"
        label={t('channels:field.baseUrl')}
        extra={chosen?.baseUrl === '' ? t('channels:field.baseUrlOwn') : t('channels:field.baseUrlHint')}
      >
        <Input dir="ltr" className="code" spellCheck={false} placeholder={chosen?.baseUrl || 'https://'} />
      </Form.Item>
      <Form.Item name="other" label={t(providerOption(type))} extra={<Hint text={hint} />} hidden={hint === ''}>
        <Input.TextArea dir="ltr" className="code" spellCheck={false} autoSize={{ minRows: 1, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}
