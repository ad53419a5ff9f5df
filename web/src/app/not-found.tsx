import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { useText } from '../lib/i18n.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import styles from './centered.module.css';

export function NotFound() {
  const t = useText();
  usePageTitle(t('common:notFound.title'));
  return (
    <main className={styles.centered}>
      <p className={`${styles.number} figures`}>404</p>
      <h1 className={styles.title}>{t('common:notFound.title')}</h1>
      <p className={styles.words}>{t('common:notFound.text')}</p>
      <Link to="/">
        <Button type="primary">{t('common:notFound.home')}</Button>
      </Link>
    </main>
  );
}
