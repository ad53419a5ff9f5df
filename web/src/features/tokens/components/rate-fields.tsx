import { Form, Input, InputNumber } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import styles from './rate-fields.module.css';

const most = 1_000_000_000;

/** How fast a key may call, and what callers are told who are faster. */
export function RateFields() {
  const t = useText();
  const limits = [
    { name: 'requests', label: t('tokens:field.rpm') },
    { name: 'tokens', label: t('tokens:field.tpm') },
    { name: 'concurrency', label: t('tokens:field.concurrency') },
  ];
  return (
    <>
      <div className={styles.trio}>
        {limits.map(({ name, label }) => (
          <Form.Item key={name} name={name} label={label}>
            <InputNumber
              min={0}
              max={most}
              precision={0}
              className={styles.wide ?? ''}
              placeholder={t('tokens:field.noLimit')}
            />
          </Form.Item>
        ))}
      </div>
      <Form.Item name="limitMessage" label={t('tokens:field.limitMessage')} extra={t('tokens:field.limitMessageHint')}>
        <Input maxLength={200} placeholder={t('tokens:field.limitMessageExample')} />
      </Form.Item>
    </>
  );
}
