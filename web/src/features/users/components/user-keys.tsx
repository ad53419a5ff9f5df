import { Skeleton } from 'antd';
import { Quota } from '../../../components/quota.tsx';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { type ApiKey, keyStatus } from '../../../lib/api-keys.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useUserKeys } from '../api.ts';
import styles from './user-form-view.module.css';

const looks: Readonly<Record<number, { readonly tone: Tone; readonly text: TextKey }>> = {
  [keyStatus.enabled]: { tone: 'good', text: 'users:status.enabled' },
  [keyStatus.disabled]: { tone: 'quiet', text: 'users:status.disabled' },
  [keyStatus.expired]: { tone: 'warning', text: 'users:key.expired' },
  [keyStatus.exhausted]: { tone: 'bad', text: 'users:key.exhausted' },
};

/** The user's newest keys, to look at: their real values are their owner's. */
export function UserKeys({ id }: { id: number }) {
  const t = useText();
  const { data, error } = useUserKeys(id);
  const hidden = data === undefined ? 0 : data.total - data.items.length;
  return (
    <>
      <h2 className={styles.section}>{t('users:keys')}</h2>
      {data === undefined &&
        (error === undefined ? (
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        ) : (
          <p className="quiet">{failureText(error, t)}</p>
        ))}
      {data?.total === 0 && <p className="quiet">{t('users:key.none')}</p>}
      <ul className={styles.keys}>
        {data?.items.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
      {hidden > 0 && <p className="quiet">{t('users:key.more', { count: hidden })}</p>}
    </>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const t = useText();
  const look = looks[apiKey.status];
  return (
    <li className={styles.key}>
      <span className={styles.keyName}>
        <bdi>{apiKey.name}</bdi>
        <span className="code quiet">{apiKey.key}</span>
      </span>
      {look !== undefined && <StatusDot tone={look.tone}>{t(look.text)}</StatusDot>}
      <span>
        <span className="quiet">{t('users:column.used')}</span> <Quota value={apiKey.used_quota} />
      </span>
    </li>
  );
}
