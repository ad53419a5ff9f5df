import type { ReactNode } from 'react';
import styles from './setting-row.module.css';

interface SettingRowProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly icon?: ReactNode;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** One line of a section: what it is, how it stands, and its buttons. */
export function SettingRow({ title, description, icon, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        {description !== undefined && <div className={styles.description}>{description}</div>}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
