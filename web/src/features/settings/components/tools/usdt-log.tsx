import { FileTextOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { Moment } from '../../../../components/moment.tsx';
import { SidePanel } from '../../../../components/side-panel.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { useUsdtLog } from '../../api.ts';
import styles from './tools.module.css';
import logStyles from './usdt-log.module.css';

/** What was said between us and the USDT gateway. */
export function UsdtLog() {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.tool}>
      <h3 className={styles.title}>{t('settings:usdtLog.title')}</h3>
      <p className={styles.text}>{t('settings:usdtLog.text')}</p>
      <div className={styles.line}>
        <Button icon={<FileTextOutlined />} onClick={() => setOpen(true)}>
          {t('settings:usdtLog.open')}
        </Button>
      </div>
      {open && <LogDrawer onClose={() => setOpen(false)} />}
    </div>
  );
}

function LogDrawer({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data, error, isValidating, mutate } = useUsdtLog();
  return (
    <SidePanel
      open
      widthPx={720}
      title={t('settings:usdtLog.title')}
      onClose={onClose}
      extra={
        <Button icon={<ReloadOutlined />} loading={isValidating} onClick={() => void mutate()}>
          {t('common:refresh')}
        </Button>
      }
    >
      {data === undefined ? (
        error === undefined ? (
          <Skeleton active />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )
      ) : data.length === 0 ? (
        <EmptyState
          icon={<FileTextOutlined />}
          title={t('settings:usdtLog.none')}
          description={t('settings:usdtLog.noneText')}
        />
      ) : (
        <ul className={logStyles.entries}>
          {data.map(({ id, created_at: time, content }) => (
            <li key={id} className={logStyles.entry}>
              <span className="quiet">
                <Moment seconds={time} />
              </span>
              <p className={`code ${logStyles.content}`}>{content}</p>
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}
