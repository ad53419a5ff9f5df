import type { AuditEntry } from '@switchyard/console/calls';
import type { TableProps } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import type { Translate } from '../../../lib/i18n.ts';
import styles from './audit-columns.module.css';

export function auditColumns(t: Translate): NonNullable<TableProps<AuditEntry>['columns']> {
  return [
    {
      key: 'time',
      title: t('audit:column.time'),
      width: 190,
      render: (_, entry) => <Moment seconds={entry.created_at} />,
    },
    {
      key: 'username',
      title: t('audit:column.username'),
      width: 160,
      render: (_, entry) => <bdi className={styles.who}>{entry.username}</bdi>,
    },
    {
      key: 'content',
      title: t('audit:column.content'),
      render: (_, entry) => <bdi className={styles.content}>{entry.content}</bdi>,
    },
    {
      key: 'ip',
      title: t('audit:column.ip'),
      width: 160,
      render: (_, entry) => <span className="code">{entry.ip}</span>,
    },
  ];
}
