import type { TableProps } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import { Quota } from '../../../components/quota.tsx';
import { NEVER } from '../../../lib/api-keys.ts';
import type { Translate } from '../../../lib/i18n.ts';
import type { Token } from '../api.ts';
import { TokenActions } from './token-actions.tsx';
import styles from './token-columns.module.css';
import { Remaining, TokenGroup } from './token-figures.tsx';
import { TokenKey } from './token-key.tsx';
import { TokenLimits } from './token-limits.tsx';
import { TokenStatus } from './token-status.tsx';

export interface TokenRowProps {
  readonly token: Token;
  readonly onEdit: () => void;
  readonly onToggle: () => void;
  readonly onDelete: () => Promise<void>;
  readonly onShowSamples: () => void;
}

export function tokenColumns(
  t: Translate,
  rowProps: (token: Token) => TokenRowProps,
): NonNullable<TableProps<Token>['columns']> {
  return [
    {
      key: 'name',
      title: t('tokens:column.name'),
      render: (_, token) => (
        <div className={styles.name}>
          <span className={styles.title}>{token.name}</span>
          <TokenKey {...rowProps(token)} />
        </div>
      ),
    },
    {
      key: 'status',
      title: t('tokens:column.status'),
      render: (_, token) => (
        <div className={styles.stack}>
          <TokenStatus status={token.status} />
          <TokenLimits token={token} />
        </div>
      ),
    },
    {
      key: 'used',
      title: t('tokens:column.used'),
      align: 'end',
      render: (_, token) => <Quota value={token.used_quota} />,
    },
    { key: 'remaining', title: t('tokens:column.remaining'), render: (_, token) => <Remaining token={token} /> },
    { key: 'group', title: t('tokens:column.group'), render: (_, token) => <TokenGroup group={token.group} /> },
    {
      key: 'expires',
      title: t('tokens:column.expires'),
      render: (_, token) =>
        token.expired_time === NEVER ? (
          <span className="quiet">{t('tokens:never')}</span>
        ) : (
          <Moment seconds={token.expired_time} age />
        ),
    },
    {
      key: 'lastUsed',
      title: t('tokens:column.lastUsed'),
      render: (_, token) => (
        <div className={styles.times}>
          {token.accessed_time > 0 ? <Moment seconds={token.accessed_time} age /> : t('tokens:notUsed')}
          <span className={styles.created}>
            {t('tokens:column.created')} <Moment seconds={token.created_time} age />
          </span>
        </div>
      ),
    },
    {
      key: 'actions',
      title: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      width: 96,
      render: (_, token) => (
        <span className={styles.actions}>
          <TokenActions {...rowProps(token)} />
        </span>
      ),
    },
  ];
}
