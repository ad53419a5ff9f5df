import { Skeleton } from 'antd';
import styles from './top-up-form.module.css';

/** Where the form will be. */
export function TopUpPlaceholder() {
  return (
    <div className={styles.placeholder}>
      <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
    </div>
  );
}
