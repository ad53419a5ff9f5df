import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, SearchOutlined, WalletOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { Bone } from '../../components/bone.tsx';
import { LanguageMenu } from '../../components/language-menu.tsx';
import { Quota } from '../../components/quota.tsx';
import { ThemeMenu } from '../../components/theme-menu.tsx';
import { NoticeBell } from '../../features/content/components/notice-bell.tsx';
import { useSelf } from '../../lib/catalogue.ts';
import { useText } from '../../lib/i18n.ts';
import { useIsNarrow } from '../../lib/use-media-query.ts';
import { KeyNames } from './key-names.tsx';
import styles from './top-bar.module.css';
import { fixedKeys } from './use-shortcuts.ts';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  readonly collapsed: boolean;
  /** Opens the menu or, where it stands beside the page, folds it. */
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}

/** Menu button, search, balance, notice, language, theme and the person's menu. */
export function TopBar({ collapsed, onMenu, onSearch }: TopBarProps) {
  const narrow = useIsNarrow();
  return (
    <header className={styles.bar}>
      {narrow ? <OpenMenu onMenu={onMenu} /> : <FoldMenu collapsed={collapsed} onFold={onMenu} />}
      {!narrow && <Search onSearch={onSearch} />}
      <div className={styles.end}>
        <Balance />
        <NoticeBell announced />
        <LanguageMenu />
        <ThemeMenu />
        <UserMenu />
      </div>
    </header>
  );
}

function OpenMenu({ onMenu }: { onMenu: () => void }) {
  const t = useText();
  return <Button type="text" icon={<MenuOutlined />} aria-label={t('common:menu.open')} onClick={onMenu} />;
}

function FoldMenu({ collapsed, onFold }: { collapsed: boolean; onFold: () => void }) {
  const t = useText();
  const label = collapsed ? t('shell:sidebar.expand') : t('shell:sidebar.collapse');
  return (
    <Button
      type="text"
      className={styles.fold ?? ''}
      icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      aria-label={label}
      aria-expanded={!collapsed}
      aria-controls="sidebar"
      title={label}
      onClick={onFold}
    />
  );
}

function Search({ onSearch }: { onSearch: () => void }) {
  const t = useText();
  return (
    <button type="button" className={styles.search} aria-haspopup="dialog" onClick={onSearch}>
      <SearchOutlined aria-hidden="true" />
      <span className={styles.searchLabel}>{t('shell:search')}</span>
      <KeyNames keys={fixedKeys.palette} />
    </button>
  );
}

function Balance() {
  const t = useText();
  const { data, error } = useSelf();
  if (error !== undefined && data === undefined) return null;
  return (
    <Link to="/topup" className={styles.balance}>
      <WalletOutlined aria-hidden="true" />
      <span className={styles.balanceLabel}>{t('common:balance')}</span>
      <span className={styles.amount}>
        {data === undefined ? <Bone widthPx={52} heightPx={14} /> : <Quota value={data.quota} />}
      </span>
    </Link>
  );
}
