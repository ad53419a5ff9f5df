import { ApiOutlined, KeyOutlined, ProfileOutlined, SettingOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { Logo } from '../../components/logo.tsx';
import { type TextKey, useText } from '../../lib/i18n.ts';
import { useIsAdministrator } from '../../lib/session.ts';
import { useSiteStatus } from '../../lib/site-status.ts';
import { pages } from '../router.tsx';
import styles from './sidebar.module.css';

interface Entry {
  readonly path: string;
  readonly text: TextKey;
  readonly icon: ReactNode;
  readonly preload: () => Promise<unknown>;
}

const workspace: readonly Entry[] = [
  { path: '/token', text: 'common:menu.tokens', icon: <KeyOutlined />, preload: pages.tokens },
  { path: '/log', text: 'common:menu.log', icon: <ProfileOutlined />, preload: pages.log },
];

const administration: readonly Entry[] = [
  { path: '/channel', text: 'common:menu.channels', icon: <ApiOutlined />, preload: pages.channels },
];

const account: readonly Entry[] = [
  { path: '/setting', text: 'common:menu.settings', icon: <SettingOutlined />, preload: pages.settings },
];

export function Sidebar() {
  const t = useText();
  const administrator = useIsAdministrator();
  const { version } = useSiteStatus();
  return (
    <div className={styles.sidebar}>
      <Link to="/" className={styles.brand}>
        <Logo />
      </Link>
      <nav aria-label={t('common:menu.label')} className={styles.menu}>
        <Entries title={t('common:menu.workspace')} entries={workspace} />
        {administrator && <Entries title={t('common:menu.administration')} entries={administration} />}
        <Entries title={t('common:menu.account')} entries={account} />
      </nav>
      {version !== undefined && version !== '' && <p className={`${styles.version} code`}>v{version}</p>}
    </div>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const t = useText();
  return (
    <div>
      <p className={styles.title}>{title}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.path}>
            <NavLink
              to={entry.path}
              className={({ isActive }) => (isActive ? `${styles.entry} ${styles.active}` : `${styles.entry}`)}
              onMouseEnter={() => void entry.preload()}
              onFocus={() => void entry.preload()}
            >
              <span aria-hidden="true" className={styles.icon}>
                {entry.icon}
              </span>
              {t(entry.text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
