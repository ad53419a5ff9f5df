import { Copyable } from '../../../components/copyable.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useServerAddress } from '../../../lib/site-status.ts';
import styles from './base-address.module.css';

/** The base URL clients need beside a key. */
export function BaseAddress() {
  const t = useText();
  const address = useServerAddress();
  return (
    <div className={styles.address}>
      <span className="quiet">{t('tokens:baseUrl')}</span>
      <Copyable text={`${address}/v1`} marked />
    </div>
  );
}
