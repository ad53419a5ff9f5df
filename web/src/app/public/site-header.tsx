import { MenuOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { ButtonLink } from '../../components/button-link.tsx';
import { LanguageSelect } from '../../components/language-select.tsx';
import { Logo } from '../../components/logo.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useNotice } from '../../features/content/api.ts';
import { useText } from '../../lib/i18n.ts';
import { useUser } from '../../lib/session.ts';
import { useSiteStatus } from '../../lib/site-status.ts';
import styles from './site-header.module.css';

const NoticeBell = lazy(async () => ({
  default: (await import('../../features/content/components/notice-bell.tsx')).NoticeBell,
}));
const Person = lazy(async () => ({ default: (await import('./person.tsx')).Person }));

/** Brand, the way to the console and the prices, language, theme, and who one is. */
export function SiteHeader() {
  const t = useText();
  const { pathname } = useLocation();
  const user = useUser();
  const { enable_data_export: hasDashboard } = useSiteStatus();
  const { data: notice = '' } = useNotice();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [pathname]);

  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Link to="/" className={styles.brand}>
          <Logo />
        </Link>
        <nav
          id="site-menu"
          aria-label={t('common:menu.label')}
          className={open ? `${styles.links} ${styles.open}` : styles.links}
        >
          <NavLink to="/" end className={styles.link ?? ''}>
            {t('shell:menu.home')}
          </NavLink>
          <NavLink to={hasDashboard ? '/detail' : '/token'} className={styles.link ?? ''}>
            {t('shell:menu.console')}
          </NavLink>
          <NavLink to="/pricing" className={styles.link ?? ''}>
            {t('shell:menu.pricing')}
          </NavLink>
        </nav>
        <div className={styles.end}>
          <Suspense>{notice !== '' && <NoticeBell />}</Suspense>
          <LanguageSelect />
          <ThemeToggle />
          {user === undefined ? (
            pathname !== '/login' && (
              <ButtonLink to="/login" type="primary">
                {t('shell:signIn')}
              </ButtonLink>
            )
          ) : (
            <Suspense fallback={<span className={styles.place} />}>
              <Person />
            </Suspense>
          )}
          <Button
            type="text"
            className={styles.toggle ?? ''}
            icon={<MenuOutlined />}
            aria-label={t('common:menu.open')}
            aria-expanded={open}
            aria-controls="site-menu"
            onClick={() => setOpen((last) => !last)}
          />
        </div>
      </div>
    </header>
  );
}
