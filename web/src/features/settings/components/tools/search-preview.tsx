import { useText } from '../../../../lib/i18n.ts';
import { useServerAddress } from '../../../../lib/site-status.ts';
import { useEditing } from '../../editing/editing.tsx';
import styles from './search-preview.module.css';
import toolStyles from './tools.module.css';

/** How a search engine may show the site. */
export function SearchPreview() {
  const t = useText();
  const { states } = useEditing();
  const address = useServerAddress();
  const text = (key: string) => states?.get(key)?.text.trim() ?? '';
  return (
    <div className={toolStyles.tool}>
      <h3 className={toolStyles.title}>{t('settings:search.preview')}</h3>
      <div className={styles.result}>
        <span className={`code ${styles.address}`}>{address}</span>
        <bdi className={styles.title}>{text('SeoTitle') || text('SystemName')}</bdi>
        <bdi className={styles.description}>{text('SeoDescription') || t('settings:search.noDescription')}</bdi>
      </div>
    </div>
  );
}
