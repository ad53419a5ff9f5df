import { useSiteStatus } from '../lib/site-status.ts';
import styles from './logo.module.css';

/** The site's mark and its name, which `bare` leaves to screen readers. */
export function Logo({ bare = false }: { bare?: boolean }) {
  const status = useSiteStatus();
  return (
    <span className={styles.logo}>
      <img src={status.logo} alt="" width={28} height={28} />
      <span className={bare ? 'visually-hidden' : styles.name}>{status.system_name}</span>
    </span>
  );
}
