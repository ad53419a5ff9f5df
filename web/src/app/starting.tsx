import styles from './centered.module.css';

/** Shown while the first page's code arrives. */
export function Starting() {
  return <div className={styles.centered} aria-busy="true" />;
}
