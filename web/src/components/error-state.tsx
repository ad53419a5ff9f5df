import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { failureText } from '../lib/failure-text.ts';
import { useText } from '../lib/i18n.ts';
import { requestIdBeside } from '../lib/request-id.ts';
import styles from './state.module.css';

/** In place of data that could not be loaded: what happened, the request id, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  const text = failureText(error, t);
  const requestId = requestIdBeside(text, error);
  return (
    <div className={styles.state} role="alert">
      <h2 className={styles.title}>{t('common:error.loadTitle')}</h2>
      <p className={styles.words}>{text}</p>
      {requestId !== undefined && (
        <p className={styles.words}>
          {t('common:error.requestId')} <span className="code">{requestId}</span>
        </p>
      )}
      <Button icon={<ReloadOutlined />} onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </div>
  );
}
