import type { ReactNode } from 'react';
import styles from './state.module.css';

/** In place of an empty list: what would be here and the one thing to do about it. */
export function EmptyState(props: { icon: ReactNode; title: string; description: string; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {props.icon}
      </span>
      <h2 className={styles.title}>{props.title}</h2>
      <p className={styles.words}>{props.description}</p>
      {props.action}
    </div>
  );
}
