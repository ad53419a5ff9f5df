import { Descriptions, Skeleton, Tag } from 'antd';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Quota } from '../../../components/quota.tsx';
import { useSelf } from '../../../lib/catalogue.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { PasswordForm } from './password-form.tsx';
import styles from './personal-settings.module.css';

function roleText(role: number): TextKey {
  if (role >= 100) return 'account:role.root';
  if (role >= 10) return 'account:role.admin';
  return role === 1 ? 'account:role.user' : 'account:role.unknown';
}

/** Who is signed in, and the change of password. */
export function PersonalSettings() {
  const t = useText();
  return (
    <div className={styles.columns}>
      <Panel title={t('account:profile.title')}>
        <Profile />
      </Panel>
      <Panel title={t('account:password.title')} description={t('account:password.text')}>
        <PasswordForm />
      </Panel>
    </div>
  );
}

function Profile() {
  const t = useText();
  const { data, error, mutate } = useSelf();
  if (data === undefined) {
    return error === undefined ? <Skeleton active /> : <ErrorState error={error} onRetry={() => void mutate()} />;
  }
  return (
    <Descriptions
      column={1}
      styles={{ label: { minWidth: 168 } }}
      colon={false}
      items={[
        { key: 'username', label: t('account:profile.username'), children: data.username },
        { key: 'id', label: t('account:profile.id'), children: <span className="figures">{data.id}</span> },
        { key: 'role', label: t('account:profile.role'), children: t(roleText(data.role)) },
        {
          key: 'group',
          label: t('account:profile.group'),
          children: data.group.split(',').map((group) => <Tag key={group}>{group.trim()}</Tag>),
        },
        { key: 'quota', label: t('account:profile.balance'), children: <Quota value={data.quota} /> },
        { key: 'used', label: t('account:profile.used'), children: <Quota value={data.used_quota} /> },
        {
          key: 'requests',
          label: t('account:profile.requests'),
          children: <span className="figures">{data.request_count.toLocaleString('en')}</span>,
        },
      ]}
    />
  );
}
