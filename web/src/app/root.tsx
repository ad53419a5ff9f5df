import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { useText } from '../lib/i18n.ts';
import styles from './root.module.css';
import { scrollKey } from './scroll-key.ts';
import { SiteMeta } from './site-meta.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

/** Around every page: what the document says of itself, where the eye and the focus go, and that a page is on its way. */
export function Root() {
  const t = useText();
  const moving = useNavigation().state === 'loading';
  useHeadingFocus();
  return (
    <>
      <SiteMeta />
      <ScrollRestoration getKey={scrollKey} />
      {moving && (
        // It stands outside of all landmarks, where only what is told by itself may stand.
        <div role="status">
          <div className={styles.progress} role="progressbar" aria-label={t('common:loading')} />
        </div>
      )}
      <Outlet />
    </>
  );
}
