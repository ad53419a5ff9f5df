import { SearchOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { Link, NavLink } from 'react-router-dom';
import { Logo } from '../../components/logo.tsx';
import { useText } from '../../lib/i18n.ts';
import { useSiteStatus } from '../../lib/site-status.ts';
import { preloadPage } from '../preload.ts';
import { ChatLinks } from './chat-links.tsx';
import { type MenuEntry, type MenuGroup, useMenu } from './menu.tsx';
import styles from './sidebar.module.css';

interface SidebarProps {
  /** Signs only; their words come on hover and focus. */
  readonly collapsed?: boolean;
  /** A button that opens the palette, where the bar has no room for one. */
  readonly onSearch?: () => void;
}

export function Sidebar({ collapsed = false, onSearch }: SidebarProps) {
  const t = useText();
  const groups = useMenu();
  const { version } = useSiteStatus();
  return (
    <div className={collapsed ? `${styles.sidebar} ${styles.collapsed}` : styles.sidebar}>
      <Link to="/" className={styles.brand}>
        <Logo bare={collapsed} />
      </Link>
      <nav aria-label={t('common:menu.label')} className={styles.menu}>
        {onSearch !== undefined && (
          <Button icon={<SearchOutlined />} onClick={onSearch}>
            {t('shell:search')}
          </Button>
        )}
        {groups.map((group) => (
          <Group key={group.title} group={group} collapsed={collapsed} />
        ))}
        <ChatLinks collapsed={collapsed} />
      </nav>
      {version !== '' && !collapsed && (
        <p className={styles.version}>
          <span className="code">v{version}</span>
        </p>
      )}
    </div>
  );
}

function Group({ group, collapsed }: { group: MenuGroup; collapsed: boolean }) {
  const t = useText();
  return (
    <div>
      <p className={styles.title}>{t(group.title)}</p>
      <ul aria-label={t(group.title)}>
        {group.entries.map((entry) => (
          <li key={entry.path}>
            <Entry entry={entry} collapsed={collapsed} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Entry({ entry, collapsed }: { entry: MenuEntry; collapsed: boolean }) {
  const t = useText();
  return (
    <Tooltip title={collapsed ? t(entry.text) : ''} placement="right">
      <NavLink
        to={entry.path}
        className={({ isActive }) => (isActive ? `${styles.entry} ${styles.active}` : `${styles.entry}`)}
        onMouseEnter={() => preloadPage(entry.path)}
        onFocus={() => preloadPage(entry.path)}
      >
        <span aria-hidden="true" className={styles.icon}>
          {entry.icon}
        </span>
        <span className={styles.word}>{t(entry.text)}</span>
      </NavLink>
    </Tooltip>
  );
}
