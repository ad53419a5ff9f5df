import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import useSWR from 'swr';
import { Copyable } from '../../../components/copyable.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { withPrefix } from '../../../lib/api-keys.ts';
import { downloadText } from '../../../lib/download.ts';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { revealMade } from '../api.ts';
import styles from './created-keys.module.css';

/** All keys that were just made together, to be copied or kept in a file. */
export function CreatedKeys({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const { data, error, mutate } = useSWR(['made-keys', ...ids], () => revealMade(ids), {
    revalidateOnReconnect: false,
    revalidateIfStale: false,
  });
  const keys = data?.map(({ id, name, key }) => ({ id, name, key: withPrefix(key) }));
  const text = (keys ?? []).map(({ name, key }) => `${name}\t${key}\n`).join('');

  return (
    <Dialog
      open
      title={t('tokens:made.title', { count: ids.length })}
      width={640}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button
          key="copy"
          icon={<CopyOutlined />}
          disabled={keys === undefined}
          onClick={() => void feedback.copy((keys ?? []).map(({ key }) => key).join('\n'), t('tokens:made.all'))}
        >
          {t('tokens:made.copy')}
        </Button>,
        <Button
          key="file"
          icon={<DownloadOutlined />}
          disabled={keys === undefined}
          onClick={() => downloadText(`${keys?.[0]?.name ?? 'keys'}.txt`, text)}
        >
          {t('tokens:made.download')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('tokens:made.close')}
        </Button>,
      ]}
    >
      <Alert className={styles.notice ?? ''} type="info" showIcon title={t('tokens:made.text')} />
      {error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
      {error === undefined && keys === undefined && <Skeleton active paragraph={{ rows: Math.min(8, ids.length) }} />}
      {keys !== undefined && (
        <ul className={styles.keys}>
          {keys.map(({ id, name, key }) => (
            <li key={id} className={styles.entry}>
              <span className={styles.name}>{name}</span>
              <Copyable text={key} marked />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
