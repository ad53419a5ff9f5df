import type { ReactNode } from 'react';
import styles from './record-card.module.css';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** A record where a table does not fit: title and actions, facts in two columns, the rest below. */
export function RecordCard(props: {
  title: ReactNode;
  actions?: ReactNode;
  facts: readonly Fact[];
  children?: ReactNode;
}) {
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h2 className={styles.title}>{props.title}</h2>
        <span className={styles.actions}>{props.actions}</span>
      </header>
      <dl className={styles.facts}>
        {props.facts.map(({ label, value }) => (
          <div key={label}>
            <dt className={styles.label}>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {props.children}
    </article>
  );
}
