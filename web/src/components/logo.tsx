import { useSiteStatus } from '../lib/site-status.ts';
import styles from './logo.module.css';

/** The site's mark and name. */
export function Logo() {
  const status = useSiteStatus();
  return (
    <span className={styles.logo}>
      <img src={status.logo} alt="" width={28} height={28} />
      <span className={styles.name}>{status.system_name}</span>
    </span>
  );
}
