import type { TableProps } from 'antd';
import { GroupBadges } from '../../../components/group-badges.tsx';
import { Quota } from '../../../components/quota.tsx';
import type { Translate } from '../../../lib/i18n.ts';
import type { User, UserAction } from '../api.ts';
import styles from './user-cells.module.css';
import { UserNames, UserRole, UserStatus } from './user-cells.tsx';
import { UserMenu } from './user-menu.tsx';

export interface UserRowProps {
  readonly user: User;
  /** Undefined: the person may not. */
  readonly onOpen: (() => void) | undefined;
  readonly onEdit: () => void;
  readonly onAction: (action: UserAction) => Promise<void>;
}

export function userColumns(
  t: Translate,
  count: (value: number) => string,
  rowProps: (user: User) => UserRowProps,
): NonNullable<TableProps<User>['columns']> {
  const figure = (value: number) => <span className="figures">{count(value)}</span>;
  return [
    { key: 'id', title: t('users:column.id'), render: (_, { id }) => <span className="figures">{id}</span> },
    {
      key: 'username',
      title: t('users:column.username'),
      render: (_, user) => <UserNames user={user} onOpen={rowProps(user).onOpen} />,
    },
    { key: 'group', title: t('users:column.group'), render: (_, { group }) => <GroupBadges groups={group} /> },
    {
      key: 'quota',
      title: t('users:column.remaining'),
      align: 'end',
      render: (_, { quota }) => <Quota value={quota} />,
    },
    {
      key: 'used',
      title: t('users:column.used'),
      align: 'end',
      render: (_, { used_quota: used }) => <Quota value={used} />,
    },
    {
      key: 'calls',
      title: t('users:column.calls'),
      align: 'end',
      render: (_, { request_count: calls }) => figure(calls),
    },
    {
      key: 'invited',
      title: t('users:column.invited'),
      align: 'end',
      render: (_, { aff_count: invited }) => figure(invited),
    },
    {
      key: 'earnings',
      title: t('users:column.earnings'),
      align: 'end',
      render: (_, { aff_history_quota: earned }) => <Quota value={earned} />,
    },
    {
      key: 'inviter',
      title: t('users:column.inviter'),
      align: 'end',
      render: (_, { inviter_id: inviter }) => <Inviter id={inviter} t={t} />,
    },
    { key: 'role', title: t('users:column.role'), render: (_, { role }) => <UserRole role={role} /> },
    { key: 'status', title: t('users:column.status'), render: (_, user) => <UserStatus user={user} /> },
    {
      key: 'actions',
      title: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      width: 88,
      render: (_, user) => (
        <span className={styles.actions}>
          <UserMenu {...rowProps(user)} />
        </span>
      ),
    },
  ];
}

/** Whoever invited the user; 0 is nobody. */
export function Inviter({ id, t }: { id: number; t: Translate }) {
  return id === 0 ? <span className="quiet">{t('users:noInviter')}</span> : <span className="figures">{id}</span>;
}
