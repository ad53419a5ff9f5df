import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** A bordered surface; with a title it is a section of its own. */
export function Panel(props: { title?: string; description?: string; flush?: boolean; children: ReactNode }) {
  return (
    <section className={props.flush === true ? `${styles.panel} ${styles.flush}` : styles.panel}>
      {props.title !== undefined && (
        <div className={styles.heading}>
          <h2 className={styles.title}>{props.title}</h2>
          {props.description !== undefined && <p className={styles.description}>{props.description}</p>}
        </div>
      )}
      {props.children}
    </section>
  );
}
