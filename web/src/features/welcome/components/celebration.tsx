import type { LogView } from '@switchyard/console/calls';
import { Button } from 'antd';
import { ButtonLink } from '../../../components/button-link.tsx';
import { useText } from '../../../lib/i18n.ts';
import { formatCost } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import styles from './celebration.module.css';

/** Spread so that no two fall together. */
const flakes = Array.from({ length: 18 }, (_, index) => ({
  insetInlineStart: `${(index * 53) % 97}%`,
  animationDelay: `${((index * 7) % 13) / 10}s`,
}));

/** The first request has arrived. */
export function Celebration({ request, onClose }: { request: LogView; onClose: () => void }) {
  const t = useText();
  const { count } = useNumbers();
  const { quotaPerUnit } = useQuotaDisplay();
  const tokens = count(request.prompt_tokens + request.completion_tokens);
  return (
    <section className={styles.celebration} role="status">
      <span className={styles.flakes} aria-hidden="true">
        {flakes.map((style) => (
          <span key={style.insetInlineStart} className={styles.flake} style={style} />
        ))}
      </span>
      <h2 className={styles.title}>{t('welcome:arrived.title')}</h2>
      <p className={styles.text}>
        <span className="code">{request.model_name}</span>
        {' · '}
        {t('welcome:arrived.tokens', { count: tokens })}
        {' · '}
        <span className="figures">{formatCost(request.quota, quotaPerUnit)}</span>
      </p>
      <div className={styles.actions}>
        <ButtonLink type="primary" to={`/log?request=${encodeURIComponent(request.request_id)}`}>
          {t('welcome:arrived.show')}
        </ButtonLink>
        <Button onClick={onClose}>{t('welcome:arrived.close')}</Button>
      </div>
    </section>
  );
}
