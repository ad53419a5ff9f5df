import { CheckOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Quota } from '../../../components/quota.tsx';
import { useSelf } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import styles from './arrived.module.css';

interface ArrivedProps {
  readonly title: string;
  /** What was added to the balance. */
  readonly quota: number;
  readonly children?: ReactNode;
}

const sparks = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/** Credit has arrived: how much, and what the balance is now. */
export function Arrived({ title, quota, children }: ArrivedProps) {
  const t = useText();
  const { data } = useSelf();
  return (
    <div className={styles.arrived} role="status">
      <span className={styles.sign} aria-hidden="true">
        {sparks.map((spark) => (
          <i key={spark} className={styles.spark} style={{ rotate: `${spark * 30}deg` }} />
        ))}
        <CheckOutlined />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={`figures ${styles.added}`}>
        +<Quota value={quota} />
      </p>
      {data !== undefined && (
        <p className={styles.balance}>
          {t('wallet:newBalance')} <Quota value={data.quota} />
        </p>
      )}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
