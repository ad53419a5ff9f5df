import type { ReactNode } from 'react';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import styles from './entry-card.module.css';

interface EntryCardProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
  /** Below the card: the ways to the other pages. */
  readonly links?: ReactNode;
}

/** The one thing that a page before sign-in is about. */
export function EntryCard({ title, text, children, links }: EntryCardProps) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.words}>{text}</p>
        <div className={styles.body}>{children}</div>
      </section>
      {links !== undefined && <p className={styles.links}>{links}</p>}
    </div>
  );
}
