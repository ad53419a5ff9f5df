import { Alert, Form, type FormInstance, Input, Select } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useChannelTypes } from '../api.ts';
import type { ChannelForm } from '../channel-form.ts';
import styles from './channel-form-view.module.css';

/** Kind of upstream, name, key, address. */
export function BasicFields({ form, isNew }: { form: FormInstance<ChannelForm>; isNew: boolean }) {
  const t = useText();
  const { data: types = [], isLoading } = useChannelTypes();
  const type = Form.useWatch('type', form);
  const chosen = types.find((candidate) => candidate.type === type);

  /** A new channel without models starts with those of its kind. */
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
            options={types.map(({ type: value, label, notice }) => ({ value, label, title: notice || label }))}
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
          <Alert type="warning" showIcon title={chosen.notice} />
        </Form.Item>
      )}
      <Form.Item
        name="key"
        label={t('channels:field.key')}
        extra={isNew ? t('channels:field.keyHint') : t('channels:field.keyKept')}
        rules={[{ required: isNew, whitespace: true, message: t('channels:nameAndKeyNeeded') }]}
      >
        <Input.TextArea
          className={styles.keys ?? ''}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          autoSize={{ minRows: 2, maxRows: 8 }}
          placeholder={chosen?.keyHint || 'sk-…'}
        />
      </Form.Item>
      <Form.Item name="baseUrl" label={t('channels:field.baseUrl')} extra={t('channels:field.baseUrlHint')}>
        <Input dir="ltr" spellCheck={false} placeholder={chosen?.baseUrl || 'https://'} />
      </Form.Item>
      <Form.Item
        name="other"
        label={t('channels:field.other')}
        extra={chosen?.otherHint}
        hidden={(chosen?.otherHint ?? '') === ''}
      >
        <Input.TextArea dir="ltr" spellCheck={false} autoSize={{ minRows: 1, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}
