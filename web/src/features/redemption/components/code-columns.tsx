import type { TableProps } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import { Quota } from '../../../components/quota.tsx';
import type { Translate } from '../../../lib/i18n.ts';
import { type Code, NEVER } from '../api.ts';
import { CodeActions, type CodeRowProps } from './code-actions.tsx';
import styles from './code-columns.module.css';
import { CodeStatus } from './code-status.tsx';
import { Redeemer } from './redeemer.tsx';

export function codeColumns(
  t: Translate,
  rowProps: (code: Code) => CodeRowProps,
): NonNullable<TableProps<Code>['columns']> {
  return [
    {
      key: 'id',
      title: t('redemption:column.id'),
      width: 80,
      render: (_, code) => <span className="figures">{code.id}</span>,
    },
    {
      key: 'name',
      title: t('redemption:column.name'),
      render: (_, code) => <span className={styles.name}>{code.name}</span>,
    },
    { key: 'status', title: t('redemption:column.status'), render: (_, code) => <CodeStatus code={code} /> },
    {
      key: 'quota',
      title: t('redemption:column.quota'),
      align: 'end',
      render: (_, code) => <Quota value={code.quota} />,
    },
    {
      key: 'created',
      title: t('redemption:column.created'),
      render: (_, code) => <Moment seconds={code.created_time} />,
    },
    {
      key: 'expires',
      title: t('redemption:column.expires'),
      render: (_, code) =>
        code.expired_time === NEVER ? (
          <span className="quiet">{t('redemption:never')}</span>
        ) : (
          <Moment seconds={code.expired_time} age />
        ),
    },
    { key: 'redeemer', title: t('redemption:column.redeemer'), render: (_, code) => <Redeemer code={code} /> },
    {
      key: 'actions',
      title: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      width: 120,
      render: (_, code) => (
        <span className={styles.actions}>
          <CodeActions {...rowProps(code)} />
        </span>
      ),
    },
  ];
}
