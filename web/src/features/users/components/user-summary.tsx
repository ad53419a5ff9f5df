import { Space } from 'antd';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Quota } from '../../../components/quota.tsx';
import { withQuery } from '../../../lib/http.ts';
import { useText } from '../../../lib/i18n.ts';
import type { User } from '../api.ts';
import { UserRole, UserStatus } from './user-cells.tsx';
import styles from './user-form-view.module.css';

/** How the user stands, and where there is more about them. */
export function UserSummary({ user }: { user: User }) {
  const t = useText();
  return (
    <div className={styles.summary}>
      <div className={styles.standing}>
        <UserRole role={user.role} />
        <UserStatus user={user} />
        <Space size={4}>
          <span className="quiet">{t('users:column.used')}</span>
          <Quota value={user.used_quota} />
        </Space>
        <Space size={4}>
          <span className="quiet">{t('users:registered')}</span>
          <Moment seconds={user.created_time} age />
        </Space>
      </div>
      <div className={styles.links}>
        <ButtonLink size="small" to={withQuery('/log', { username: user.username, span: 'month' })}>
          {t('users:log')}
        </ButtonLink>
        <ButtonLink size="small" to={withQuery('/order', { keyword: user.username })}>
          {t('users:orders')}
        </ButtonLink>
      </div>
    </div>
  );
}
