import { FileSearchOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type LogRow, logType, useRequest } from '../api.ts';
import { isRequest } from './log-cells.tsx';
import { LogType } from './log-type.tsx';
import styles from './request-drawer.module.css';
import { RequestRecord } from './request-record.tsx';

interface RequestDrawerProps {
  readonly requestId: string;
  readonly administrator: boolean;
  /** The row if the list has it: shown at once, while the record is read. */
  readonly listed: LogRow | undefined;
  readonly onClose: () => void;
}

/** Everything the log knows about one request. */
export function RequestDrawer({ requestId, administrator, listed, onClose }: RequestDrawerProps) {
  const t = useText();
  const { data, error, mutate } = useRequest(requestId, administrator);
  const rows = data?.items ?? (listed === undefined ? undefined : [listed]);
  const row = rows?.find(isRequest) ?? rows?.[0];
  const refunds = rows?.filter(({ type, id }) => type === logType.refund && id !== row?.id) ?? [];
  return (
    <SidePanel
      open
      onClose={onClose}
      widthPx={720}
      title={
        <h2 className={styles.name}>
          {row === undefined ? t('log:record.title') : <bdi>{row.model_name || t('log:record.title')}</bdi>}
          {row !== undefined && <LogType type={row.type} />}
        </h2>
      }
    >
      {row !== undefined ? (
        <RequestRecord row={row} refunds={refunds} administrator={administrator} />
      ) : error !== undefined ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : rows === undefined ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : (
        <EmptyState
          icon={<FileSearchOutlined />}
          title={t('log:record.none')}
          description={t('log:record.noneText', { id: requestId })}
        />
      )}
    </SidePanel>
  );
}
