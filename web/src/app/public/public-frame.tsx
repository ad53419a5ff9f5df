import { Outlet } from 'react-router-dom';
import { SkipLink } from '../skip-link.tsx';
import styles from './public-frame.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** Around the pages that visitors see. Light: the first of them is the first that anybody loads. */
export function PublicFrame() {
  return (
    <div className={styles.frame}>
      <SkipLink />
      <SiteHeader />
      <main id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
