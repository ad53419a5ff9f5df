import { Outlet } from 'react-router-dom';
import { SkipLink } from '../skip-link.tsx';
import styles from './public-frame.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/**
 * Around the pages that visitors see. Light: the first of them is the first that anybody loads. `inset`: the page is one of
 * the console, which leaves its margins to the frame.
 */
export function PublicFrame({ inset = false }: { inset?: boolean }) {
  return (
    <div className={styles.frame}>
      <SkipLink />
      <SiteHeader />
      <main id="content" tabIndex={-1} className={inset ? `${styles.content} ${styles.inset}` : styles.content}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
