import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { failureText } from '../lib/failure-text.ts';
import { useText } from '../lib/i18n.ts';
import { requestIdBeside } from '../lib/request-id.ts';
import styles from './error-notice.module.css';

/** Above data of an earlier call: why there is no newer, the request id, and a way to try again. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  const text = failureText(error, t);
  const requestId = requestIdBeside(text, error);
  return (
    <Alert
      className={styles.notice ?? ''}
      type="error"
      showIcon
      title={text}
      description={
        <>
          <p>{t('common:error.earlier')}</p>
          {requestId !== undefined && (
            <p>
              {t('common:error.requestId')} <span className="code">{requestId}</span>
            </p>
          )}
        </>
      }
      action={
        <Button icon={<ReloadOutlined />} onClick={onRetry}>
          {t('common:retry')}
        </Button>
      }
    />
  );
}
