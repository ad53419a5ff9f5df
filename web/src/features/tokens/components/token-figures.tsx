import { Progress, Tag } from 'antd';
import { Quota } from '../../../components/quota.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type Token, useSelfGroups } from '../api.ts';
import styles from './token-figures.module.css';

interface BarProps {
  readonly label: string;
  readonly used: number;
  readonly whole: number;
}

function Bar({ label, used, whole }: BarProps) {
  const percent = whole <= 0 ? 100 : Math.min(100, (used / whole) * 100);
  return (
    <Progress
      percent={percent}
      size={{ height: 4 }}
      showInfo={false}
      status={percent >= 90 ? 'exception' : 'normal'}
      aria-label={`${label}: ${Math.round(percent)} %`}
    />
  );
}

/** What a key may still spend: an amount with the share that is gone, or "unlimited"; below, its budgets. */
export function Remaining({ token }: { token: Token }) {
  const t = useText();
  return (
    <div className={styles.remaining}>
      {token.unlimited_quota ? (
        <span className="quiet">{t('tokens:unlimited')}</span>
      ) : (
        <div>
          <Quota value={token.remain_quota} />
          <Bar
            label={t('tokens:spent')}
            used={token.used_quota}
            whole={Math.max(0, token.remain_quota) + token.used_quota}
          />
        </div>
      )}
      {token.daily_budget > 0 && (
        <Budget label={t('tokens:budget.daily')} used={token.daily_used} whole={token.daily_budget} />
      )}
      {token.monthly_budget > 0 && (
        <Budget label={t('tokens:budget.monthly')} used={token.monthly_used} whole={token.monthly_budget} />
      )}
    </div>
  );
}

function Budget({ label, used, whole }: BarProps) {
  return (
    <div>
      <span className={styles.budget}>
        <span className="quiet">{label}</span>
        <span className="figures">
          <Quota value={used} /> / <Quota value={whole} />
        </span>
      </span>
      <Bar label={label} used={used} whole={whole} />
    </div>
  );
}

/** The group with its price factor, or that the key has its owner's. */
export function TokenGroup({ group }: { group: string }) {
  const t = useText();
  const { data: groups } = useSelfGroups();
  if (group === '') return <span className="quiet">{t('tokens:ownGroup')}</span>;
  const ratio = groups?.[group]?.ratio;
  return (
    <Tag title={groups?.[group]?.desc}>
      {group}
      {ratio !== undefined && (
        <span className={styles.ratio}>
          <span className="figures">×{ratio}</span>
        </span>
      )}
    </Tag>
  );
}
