import type { MethodPrice } from '@switchyard/console/calls';
import { Bone } from '../../../components/bone.tsx';
import { Money } from '../../../components/money.tsx';
import { Quota } from '../../../components/quota.tsx';
import { useText } from '../../../lib/i18n.ts';
import { percentOff } from '../amount.ts';
import type { Quote } from '../api.ts';
import styles from './top-up-form.module.css';

interface PriceSummaryProps {
  readonly quote: Quote | undefined;
  readonly price: MethodPrice | undefined;
  /** What is shown is of an amount before. */
  readonly stale: boolean;
}

/** What arrives and what is paid for it, with the discount of the person's group. */
export function PriceSummary({ quote, price, stale }: PriceSummaryProps) {
  const t = useText();
  const off = percentOff(quote?.ratio ?? '1');
  const isDearer = off.startsWith('-');
  return (
    <dl className={stale ? `${styles.summary} ${styles.stale}` : styles.summary} aria-live="polite" aria-busy={stale}>
      <div className={styles.line}>
        <dt>{t('wallet:summary.credit')}</dt>
        <dd>{quote === undefined ? <Bone widthPx={64} heightPx={14} /> : <Quota value={quote.quota} />}</dd>
      </div>
      {off !== '0' && (
        <div className={styles.line}>
          <dt>{t(isDearer ? 'wallet:summary.surcharge' : 'wallet:summary.discount')}</dt>
          <dd className={`figures ${isDearer ? '' : styles.saved}`}>{isDearer ? `+${off.slice(1)}%` : `−${off}%`}</dd>
        </div>
      )}
      <div className={`${styles.line} ${styles.total}`}>
        <dt>{t('wallet:summary.total')}</dt>
        <dd>
          {price === undefined || quote === undefined ? (
            <Bone widthPx={84} heightPx={18} />
          ) : (
            <Money amount={price.payable} currency={price.currency} />
          )}
        </dd>
      </div>
    </dl>
  );
}
