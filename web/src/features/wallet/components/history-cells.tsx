import { Button } from 'antd';
import { methodName } from '../../../components/payment-method.tsx';
import { Quota } from '../../../components/quota.tsx';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { formatMoney } from '../../../lib/money.ts';
import { formatCost } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import type { HistoryRow } from '../api.ts';
import { readDetails } from '../history-details.ts';
import styles from './history-cells.module.css';

const TOP_UP = 1;
const CONSUMPTION = 2;
const REFUND = 6;

/** What the row did to the balance: plus, minus, or nothing. */
export function HistoryAmount({ row: { type, quota } }: { row: HistoryRow }) {
  const { quotaPerUnit } = useQuotaDisplay();
  if (quota === 0) return <span className="quiet">—</span>;
  if (type === CONSUMPTION) return <span className="figures">−{formatCost(quota, quotaPerUnit)}</span>;
  const isGain = type === TOP_UP || type === REFUND;
  return (
    <span className={isGain ? `figures ${styles.gain}` : 'figures'}>
      {isGain && '+'}
      <Quota value={quota} />
    </span>
  );
}

interface HistoryTextProps {
  readonly row: HistoryRow;
  /** Absent: orders cannot be opened from here. */
  readonly onOpenOrder?: ((tradeNo: string) => void) | undefined;
}

/** What the row is about; top-ups in the person's language, with their order. */
export function HistoryText({ row, onOpenOrder }: HistoryTextProps) {
  const t = useText();
  const language = useLanguage();
  const details = readDetails(row.content);
  if (details === undefined) {
    return <span className={styles.text}>{row.content || row.model_name || '—'}</span>;
  }
  if (details.kind === 'code')
    return <span className={styles.text}>{t('wallet:details.code', { name: details.name })}</span>;
  const { paid, currency, processor, method, tradeNo } = details;
  const text = t('wallet:details.order', {
    paid: formatMoney(paid, currency, language),
    method: methodName(processor, method, t),
  });
  return (
    <span className={styles.text}>
      {text}{' '}
      {onOpenOrder === undefined ? (
        <span className="code">{tradeNo}</span>
      ) : (
        <Button type="link" size="small" className={styles.order ?? ''} onClick={() => onOpenOrder(tradeNo)}>
          <span className="code">{tradeNo}</span>
        </Button>
      )}
    </span>
  );
}
