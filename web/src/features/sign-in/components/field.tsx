import type { ReactNode } from 'react';
import styles from './field.module.css';

interface Control {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** A link beside the label. The keyboard comes to it after the field. */
  readonly aside?: ReactNode;
  readonly children: (control: Control) => ReactNode;
}

/** A labelled field; what is wrong with it is said below it and read out with it. */
export function Field({ id, label, hint, error, aside, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': `${id}-note`,
      })}
      <p id={`${id}-note`} className={error === undefined ? styles.hint : styles.error}>
        {error ?? hint}
      </p>
      {aside}
    </div>
  );
}
