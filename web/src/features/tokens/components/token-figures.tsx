import { Progress, Tag } from 'antd';
import { Quota } from '../../../components/quota.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { Token } from '../api.ts';
import styles from './token-figures.module.css';

/** What a key may still spend: an amount with the share that is gone, or "unlimited". */
export function Remaining({ token }: { token: Token }) {
  const t = useText();
  if (token.unlimited_quota) return <span className="quiet">{t('tokens:unlimited')}</span>;
  const whole = token.remain_quota + token.used_quota;
  const used = whole <= 0 ? 100 : Math.min(100, (token.used_quota / whole) * 100);
  return (
    <div className={styles.remaining}>
      <Quota value={token.remain_quota} />
      <Progress percent={used} size={{ height: 4 }} showInfo={false} status={used >= 90 ? 'exception' : 'normal'} />
    </div>
  );
}

export function TokenGroup({ group }: { group: string }) {
  const t = useText();
  return group === '' ? <span className="quiet">{t('tokens:ownGroup')}</span> : <Tag>{group}</Tag>;
}
