import { ButtonLink } from '../components/button-link.tsx';
import { useText } from '../lib/i18n.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import styles from './centered.module.css';

export function NotFound() {
  const t = useText();
  usePageTitle(t('common:notFound.title'));
  return (
    <div className={styles.centered}>
      <p className={`${styles.number} figures`}>404</p>
      <h1 className={styles.title}>{t('common:notFound.title')}</h1>
      <p className={styles.words}>{t('common:notFound.text')}</p>
      <ButtonLink to="/token" type="primary">
        {t('common:notFound.home')}
      </ButtonLink>
    </div>
  );
}
