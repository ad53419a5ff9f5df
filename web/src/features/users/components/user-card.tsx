import { GroupBadges } from '../../../components/group-badges.tsx';
import { Quota } from '../../../components/quota.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { UserNames, UserRole, UserStatus } from './user-cells.tsx';
import { Inviter, type UserRowProps } from './user-columns.tsx';
import { UserMenu } from './user-menu.tsx';

/** A user on a phone. */
export function UserCard(props: UserRowProps) {
  const t = useText();
  const { count } = useNumbers();
  const { user, onOpen } = props;
  return (
    <RecordCard
      title={<UserNames user={user} onOpen={onOpen} />}
      actions={<UserMenu {...props} />}
      facts={[
        { label: t('users:column.id'), value: <span className="figures">{user.id}</span> },
        { label: t('users:column.status'), value: <UserStatus user={user} /> },
        { label: t('users:column.remaining'), value: <Quota value={user.quota} /> },
        { label: t('users:column.used'), value: <Quota value={user.used_quota} /> },
        { label: t('users:column.group'), value: <GroupBadges groups={user.group} /> },
        { label: t('users:column.role'), value: <UserRole role={user.role} /> },
        {
          label: t('users:column.calls'),
          value: <span className="figures">{count(user.request_count)}</span>,
        },
        {
          label: t('users:column.invited'),
          value: (
            <>
              <span className="figures">{count(user.aff_count)}</span>
              {' · '}
              <Quota value={user.aff_history_quota} />
            </>
          ),
        },
        { label: t('users:column.inviter'), value: <Inviter id={user.inviter_id} t={t} /> },
      ]}
    />
  );
}
