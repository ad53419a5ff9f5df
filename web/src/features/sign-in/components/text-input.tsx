import type { ComponentProps } from 'react';
import styles from './text-input.module.css';

/** The browser's own field: antd's brings its whole Form along, a tenth of what the sign-in page may weigh. */
export function TextInput(props: Omit<ComponentProps<'input'>, 'className'>) {
  return <input {...props} className={styles.input} />;
}
