import { NotificationOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { useNotice } from '../api.ts';
import styles from './notice-bell.module.css';

const NoticeDialog = lazy(async () => ({ default: (await import('./notice-dialog.tsx')).NoticeDialog }));

const storageKey = 'notice';

/**
 * The operator's notice, where there is one. With `announced` a new one opens by itself, once; the text itself tells whether it
 * is new.
 */
export function NoticeBell({ announced = false }: { announced?: boolean }) {
  const t = useText();
  const { data: notice = '' } = useNotice();
  const [read, setRead] = useState(() => localStorage.getItem(storageKey));
  const [opened, setOpened] = useState(false);
  if (notice.trim() === '') return null;
  const isNew = notice !== read;

  const close = () => {
    localStorage.setItem(storageKey, notice);
    setRead(notice);
    setOpened(false);
  };

  return (
    <>
      <Button
        type="text"
        icon={
          <span className={isNew ? `${styles.sign} ${styles.isNew}` : styles.sign}>
            <NotificationOutlined />
          </span>
        }
        aria-label={isNew ? t('shell:notice.new') : t('shell:notice')}
        title={t('shell:notice')}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      />
      <Suspense>{(opened || (announced && isNew)) && <NoticeDialog text={notice} onClose={close} />}</Suspense>
    </>
  );
}
