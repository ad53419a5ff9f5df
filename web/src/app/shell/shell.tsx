import { App, Drawer } from 'antd';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { DefaultPasswordDialog } from '../../features/account/components/default-password-dialog.tsx';
import { useLanguage, useText } from '../../lib/i18n.ts';
import { directionOf } from '../../lib/languages.ts';
import { useUser } from '../../lib/session.ts';
import { useFeedback } from '../../lib/use-feedback.ts';
import { useIsNarrow } from '../../lib/use-media-query.ts';
import { InsecureBanner } from './insecure-banner.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** Everything behind sign-in; without a stored user the sign-in page. */
export function ProtectedShell() {
  const user = useUser();
  if (user === undefined) return <Navigate to="/login" replace />;
  // A cache of its own for each person: nobody sees what the last one left.
  return (
    <SWRConfig key={user.id} value={{ provider: () => new Map() }}>
      <App message={{ top: 64, maxCount: 3 }}>
        <Shell />
      </App>
    </SWRConfig>
  );
}

function Shell() {
  const t = useText();
  const language = useLanguage();
  const narrow = useIsNarrow();
  const { pathname } = useLocation();
  useWelcome();
  const moving = useNavigation().state === 'loading';
  const [menuOpen, setMenuOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setMenuOpen(false), [pathname]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('common:skip')}
      </a>
      {moving && <div className={styles.progress} role="progressbar" aria-label={t('common:loading')} />}
      {narrow ? (
        <Drawer
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
          placement={directionOf(language) === 'rtl' ? 'right' : 'left'}
          size={272}
          closable={false}
          styles={{ body: { padding: 0 } }}
          aria-label={t('common:menu.label')}
        >
          <Sidebar />
        </Drawer>
      ) : (
        <aside className={styles.sidebar}>
          <Sidebar />
        </aside>
      )}
      <div className={styles.column}>
        <TopBar {...(narrow ? { onMenu: () => setMenuOpen(true) } : {})} />
        <InsecureBanner />
        <main id="content" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
      </div>
      <DefaultPasswordDialog active={pathname === '/token'} />
    </div>
  );
}

/** Confirms a sign-in once, on the page it led to. */
function useWelcome(): void {
  const t = useText();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  useEffect(() => {
    if (state !== 'signed-in') return;
    feedback.success(t('account:signIn.done'));
    void navigate(pathname, { replace: true, state: null });
  }, [state, pathname, feedback, navigate, t]);
}
