import { Form, Input, InputNumber, Select } from 'antd';
import { useModelNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import styles from './token-editor.module.css';

/** What a key may call, from where, and how fast. */
export function RestrictionFields() {
  const t = useText();
  const models = useModelNames();
  return (
    <>
      <Form.Item name="models" label={t('tokens:field.models')} extra={t('tokens:field.modelsHint')}>
        <Select
          mode="multiple"
          allowClear
          placeholder={t('tokens:field.allModels')}
          maxTagCount="responsive"
          options={models.map((value) => ({ value, label: <span className="code">{value}</span> }))}
        />
      </Form.Item>

      <Form.Item name="addresses" label={t('tokens:field.addresses')} extra={t('tokens:field.addressesHint')}>
        <Input.TextArea
          className={styles.addresses ?? ''}
          dir="ltr"
          spellCheck={false}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder={'203.0.113.7\n198.51.100.0/24'}
        />
      </Form.Item>

      <div className={styles.trio}>
        <Form.Item name="requests" label={t('tokens:field.rpm')}>
          <InputNumber min={0} precision={0} className={styles.wide ?? ''} placeholder={t('tokens:field.noLimit')} />
        </Form.Item>
        <Form.Item name="tokens" label={t('tokens:field.tpm')}>
          <InputNumber min={0} precision={0} className={styles.wide ?? ''} placeholder={t('tokens:field.noLimit')} />
        </Form.Item>
        <Form.Item name="concurrency" label={t('tokens:field.concurrency')}>
          <InputNumber min={0} precision={0} className={styles.wide ?? ''} placeholder={t('tokens:field.noLimit')} />
        </Form.Item>
      </div>
    </>
  );
}
