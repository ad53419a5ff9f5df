import { Copyable } from '../../../../components/copyable.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { useEditing } from '../../editing/editing.tsx';
import styles from './tools.module.css';

/**
 * Where the other side sends people or notices back to, to be entered there. Payments may have an address of their own. Nothing for
 * who does not see the server address.
 */
export function CallbackAddress({ path }: { path: string }) {
  const t = useText();
  const { states } = useEditing();
  if (states?.get('ServerAddress')?.definition === undefined) return null;
  const saved = (key: string) => states?.get(key)?.saved ?? '';
  const payment = path.startsWith('/api/') ? saved('CustomCallbackAddress') : '';
  const base = (payment || saved('ServerAddress')).replace(/\/+$/, '');
  return (
    <div className={styles.tool}>
      <h3 className={styles.title}>{t('settings:callback.title')}</h3>
      {base === '' ? (
        <p className={styles.text}>{t('settings:callback.noAddress')}</p>
      ) : (
        <>
          <div className={styles.line}>
            <Copyable text={`${base}${path}`} marked />
          </div>
          <p className={styles.text}>{t('settings:callback.text')}</p>
        </>
      )}
    </div>
  );
}
