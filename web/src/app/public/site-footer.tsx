import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../lib/i18n.ts';
import { useSiteStatus } from '../../lib/site-status.ts';
import styles from './site-footer.module.css';

const Markup = lazy(async () => ({ default: (await import('../../components/markup.tsx')).Markup }));

/** What the operator has written for it, else the links that every site has. */
export function SiteFooter() {
  const t = useText();
  const { footer_html: own, system_name: name } = useSiteStatus();
  if (own.trim() !== '') {
    return (
      <footer className={styles.footer}>
        <Suspense>
          <Markup text={own} />
        </Suspense>
      </footer>
    );
  }
  return (
    <footer className={styles.footer}>
      <p>
        © {new Date().getFullYear()} {name}
      </p>
      <nav aria-label={t('shell:footer')} className={styles.links}>
        <Link to="/about">{t('shell:menu.about')}</Link>
        <Link to="/pricing">{t('shell:menu.pricing')}</Link>
        <a href="/api/docs" target="_blank" rel="noopener">
          {t('shell:docs')}
        </a>
      </nav>
    </footer>
  );
}
