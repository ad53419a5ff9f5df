import { Alert, Progress } from 'antd';
import { serverText, useText } from '../../../lib/i18n.ts';
import type { Explanation } from '../api.ts';
import styles from './explain-result.module.css';

/** Tiers by falling priority with each channel's share of the requests, then the channels that are passed over. */
export function ExplainResult({ explanation, model }: { explanation: Explanation; model: string }) {
  const t = useText();
  const { group, refused, tiers, excluded } = explanation;
  return (
    <div className={styles.result}>
      {refused !== '' && <Alert type="error" showIcon title={serverText(refused)} />}
      {tiers.length === 0 && refused === '' && (
        <Alert type="warning" showIcon title={t('channels:explain.nobody', { model, group })} />
      )}
      {tiers.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place
        <section key={at}>
          <h2 className={styles.title}>
            {at === 0 ? t('channels:explain.first', { group }) : t('channels:explain.then', { place: at + 1 })}
          </h2>
          <ul className={styles.list}>
            {tier.map(({ channel_id: id, name, weight, share }) => (
              <li key={id} className={styles.served}>
                <Channel id={id} name={name} />
                <span className="quiet">{t('channels:explain.weight', { weight })}</span>
                <Progress
                  percent={Math.round(share * 100)}
                  size="small"
                  aria-label={t('channels:explain.share', { name })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {excluded.length > 0 && (
        <section>
          <h2 className={styles.title}>{t('channels:explain.excluded')}</h2>
          <ul className={styles.list}>
            {excluded.map(({ channel_id: id, name, reason }) => (
              <li key={id} className={styles.excluded}>
                <Channel id={id} name={name} />
                <bdi className="quiet">{serverText(reason)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Channel({ id, name }: { id: number; name: string }) {
  return (
    <span className={styles.channel}>
      <span className="figures quiet">#{id}</span> <bdi>{name}</bdi>
    </span>
  );
}
