import { Form, InputNumber } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import styles from './user-form-view.module.css';

/** How fast all keys of the user together may call. */
export function LimitFields() {
  const t = useText();
  const field = (
    <InputNumber min={0} max={1e9} precision={0} className={styles.wide ?? ''} placeholder={t('users:limit.none')} />
  );
  return (
    <>
      <h2 className={styles.section}>{t('users:limit.title')}</h2>
      <div className={styles.trio}>
        <Form.Item name="requests" label={t('users:limit.requests')}>
          {field}
        </Form.Item>
        <Form.Item name="tokens" label={t('users:limit.tokens')}>
          {field}
        </Form.Item>
        <Form.Item name="concurrency" label={t('users:limit.concurrency')}>
          {field}
        </Form.Item>
      </div>
    </>
  );
}
