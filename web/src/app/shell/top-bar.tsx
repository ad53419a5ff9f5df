import { MenuOutlined, WalletOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Bone } from '../../components/bone.tsx';
import { LanguageMenu } from '../../components/language-menu.tsx';
import { Quota } from '../../components/quota.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSelf } from '../../lib/catalogue.ts';
import { useText } from '../../lib/i18n.ts';
import styles from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

/** Balance, language, theme and the person's menu; on phones also the button that opens the sidebar. */
export function TopBar({ onMenu }: { onMenu?: () => void }) {
  const t = useText();
  return (
    <header className={styles.bar}>
      {onMenu !== undefined && (
        <Button type="text" icon={<MenuOutlined />} aria-label={t('common:menu.open')} onClick={onMenu} />
      )}
      <div className={styles.end}>
        <Balance />
        <LanguageMenu />
        <ThemeToggle />
        <UserMenu />
      </div>
    </header>
  );
}

function Balance() {
  const t = useText();
  const { data, error } = useSelf();
  if (error !== undefined && data === undefined) return null;
  return (
    <div className={styles.balance}>
      <WalletOutlined aria-hidden="true" />
      <span className={styles.balanceLabel}>{t('common:balance')}</span>
      <span className={styles.amount}>
        {data === undefined ? <Bone widthPx={52} heightPx={14} /> : <Quota value={data.quota} />}
      </span>
    </div>
  );
}
