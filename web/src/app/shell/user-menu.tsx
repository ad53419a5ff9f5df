import { LogoutOutlined, RocketOutlined, SettingOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../lib/i18n.ts';
import { useUser } from '../../lib/session.ts';
import { useSignOut } from '../use-sign-out.ts';
import styles from './user-menu.module.css';

/** Greeting, settings, sign out. */
export function UserMenu() {
  const t = useText();
  const navigate = useNavigate();
  const user = useUser();
  const name = user?.display_name || user?.username || '?';
  const leave = useSignOut();

  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'greeting', type: 'group', label: t('common:greeting', { name: user?.username ?? '' }) },
          { key: 'settings', icon: <SettingOutlined />, label: t('common:accountSettings') },
          { key: 'welcome', icon: <RocketOutlined />, label: t('welcome:title') },
          { type: 'divider' },
          { key: 'leave', icon: <LogoutOutlined />, label: t('common:signOut') },
        ],
        onClick: ({ key }) => void (key === 'leave' ? leave() : navigate(key === 'welcome' ? '/welcome' : '/setting')),
      }}
    >
      <button type="button" className={styles.avatar} aria-label={t('common:userMenu')}>
        {(Array.from(name)[0] ?? '').toUpperCase()}
      </button>
    </Dropdown>
  );
}
