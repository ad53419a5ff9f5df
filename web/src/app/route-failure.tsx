import { Button } from 'antd';
import { useText } from '../lib/i18n.ts';
import styles from './centered.module.css';

/** A page broke, or its code could not be loaded (usually after an upgrade): reloading brings the new code. */
export function RouteFailure() {
  const t = useText();
  return (
    <main className={styles.centered} role="alert">
      <h1 className={styles.title}>{t('common:pageFailed.title')}</h1>
      <p className={styles.words}>{t('common:pageFailed.text')}</p>
      <Button type="primary" onClick={() => window.location.reload()}>
        {t('common:pageFailed.reload')}
      </Button>
    </main>
  );
}
