import { Link } from 'react-router-dom';
import { Moment } from '../../../components/moment.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { Code } from '../api.ts';
import styles from './redeemer.module.css';

/** Who used the code, and when. */
export function Redeemer({ code }: { code: Code }) {
  const t = useText();
  if (code.used_user_id === 0) return <span className="quiet">{t('redemption:nobody')}</span>;
  return (
    <span className={styles.redeemer}>
      <Link to={`/user/edit/${code.used_user_id}`} className="figures">
        #{code.used_user_id}
      </Link>
      <span className={styles.when}>
        <Moment seconds={code.redeemed_time} age />
      </span>
    </span>
  );
}
