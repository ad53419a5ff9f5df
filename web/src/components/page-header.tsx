import type { ReactNode } from 'react';
import { usePageTitle } from '../lib/use-page-title.ts';
import styles from './page-header.module.css';

/** Title, one line of explanation and the page's actions. Also names the browser tab. */
export function PageHeader(props: { title: string; description?: ReactNode; actions?: ReactNode }) {
  usePageTitle(props.title);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 className={styles.title}>{props.title}</h1>
        {props.description !== undefined && <p className={styles.description}>{props.description}</p>}
      </div>
      {props.actions !== undefined && <div className={styles.actions}>{props.actions}</div>}
    </header>
  );
}
