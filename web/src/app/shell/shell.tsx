import { Drawer } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { StepUp } from '../../components/step-up.tsx';
import { DefaultPasswordDialog } from '../../features/account/components/default-password-dialog.tsx';
import { useLanguage, useText } from '../../lib/i18n.ts';
import { directionOf } from '../../lib/languages.ts';
import { useIsNarrow } from '../../lib/use-media-query.ts';
import { SiteFooter } from '../public/site-footer.tsx';
import { SkipLink } from '../skip-link.tsx';
import { InsecureBanner } from './insecure-banner.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useCollapsed } from './use-collapsed.ts';
import { useOwnGroup } from './use-own-group.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useWelcome } from './use-welcome.ts';

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }));
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

/** The console of one person, with a cache of its own: nobody sees what the last one left. */
export function Shell() {
  return (
    <SWRConfig value={{ provider: () => new Map() }}>
      <Console />
    </SWRConfig>
  );
}

type Overlay = 'menu' | 'palette' | 'shortcuts';

function Console() {
  const t = useText();
  const narrow = useIsNarrow();
  const { pathname } = useLocation();
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [overlay, setOverlay] = useState<Overlay>();
  const close = () => setOverlay(undefined);
  useWelcome();
  useOwnGroup();
  useShortcuts({
    onPalette: () => setOverlay('palette'),
    onList: () => setOverlay('shortcuts'),
    onCollapse: toggleCollapsed,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOverlay(undefined), [pathname]);

  return (
    <div className={collapsed && !narrow ? `${styles.shell} ${styles.collapsed}` : styles.shell}>
      <SkipLink />
      {narrow ? (
        <MenuDrawer open={overlay === 'menu'} onClose={close} onSearch={() => setOverlay('palette')} />
      ) : (
        <aside id="sidebar" aria-label={t('shell:sidebar')} className={styles.sidebar}>
          <Sidebar collapsed={collapsed} />
        </aside>
      )}
      <div className={styles.column}>
        <TopBar
          collapsed={collapsed}
          onMenu={narrow ? () => setOverlay('menu') : toggleCollapsed}
          onSearch={() => setOverlay('palette')}
        />
        <InsecureBanner />
        <main id="content" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
        <SiteFooter />
      </div>
      <Suspense>
        {overlay === 'palette' && <Palette onClose={close} onShortcuts={() => setOverlay('shortcuts')} />}
        {overlay === 'shortcuts' && <ShortcutList onClose={close} />}
      </Suspense>
      <StepUp />
      <DefaultPasswordDialog active={pathname === '/token'} />
    </div>
  );
}

function MenuDrawer(props: { open: boolean; onClose: () => void; onSearch: () => void }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Drawer
      open={props.open}
      onClose={props.onClose}
      placement={directionOf(language) === 'rtl' ? 'right' : 'left'}
      size={288}
      closable={false}
      styles={{ body: { padding: 0 } }}
      aria-label={t('shell:sidebar')}
    >
      <Sidebar onSearch={props.onSearch} />
    </Drawer>
  );
}
