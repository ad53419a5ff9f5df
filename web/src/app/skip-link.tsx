import { useText } from '../lib/i18n.ts';
import styles from './skip-link.module.css';

/** The first stop of the keyboard: over the menu, to the page. */
export function SkipLink() {
  const t = useText();
  return (
    <a className={styles.skip} href="#content">
      {t('common:skip')}
    </a>
  );
}
