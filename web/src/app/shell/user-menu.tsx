import { LogoutOutlined, SettingOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useNavigate } from 'react-router-dom';
import { signOut } from '../../features/account/api.ts';
import { useText } from '../../lib/i18n.ts';
import { storeUser, useUser } from '../../lib/session.ts';
import { useFeedback } from '../../lib/use-feedback.ts';
import styles from './user-menu.module.css';

/** Greeting, settings, sign out. */
export function UserMenu() {
  const t = useText();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const user = useUser();
  const name = user?.display_name || user?.username || '';

  async function leave() {
    try {
      await signOut();
      feedback.success(t('common:signedOut'));
    } catch (error) {
      feedback.failure(error);
    }
    storeUser(undefined);
    void navigate('/login');
  }

  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'greeting', type: 'group', label: t('common:greeting', { name: user?.username ?? '' }) },
          { key: 'settings', icon: <SettingOutlined />, label: t('common:accountSettings') },
          { type: 'divider' },
          { key: 'leave', icon: <LogoutOutlined />, label: t('common:signOut') },
        ],
        onClick: ({ key }) => void (key === 'leave' ? leave() : navigate('/setting')),
      }}
    >
      <button type="button" className={styles.avatar} aria-label={t('common:userMenu')}>
        {(Array.from(name)[0] ?? '?').toUpperCase()}
      </button>
    </Dropdown>
  );
}
