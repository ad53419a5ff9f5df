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

const CONSUMPTION = 2;

/** What the row did to the balance: plus, minus, or nothing. */
export function HistoryAmount({ row: { type, quota } }: { row: HistoryRow }) {
  const { quotaPerUnit } = useQuotaDisplay();
  if (quota === 0) return <span className="quiet">—</span>;
  if (type === CONSUMPTION) return <span className="figures">−{formatCost(quota, quotaPerUnit)}</span>;
  const isGain = quota > 0;
  return (
    <span className={isGain ? `figures ${styles.gain}` : 'figures'}>
      {isGain ? '+' : '−'}
      <Quota value={Math.abs(quota)} />
    </span>
  );
}

interface HistoryTextProps {
  readonly row: HistoryRow;
  /** Absent: orders cannot be opened from here. */
  readonly onOpenOrder?: ((tradeNo: string) => void) | undefined;
}

/** What the row is about; changes of the balance in the person's language, with their order. */
export function HistoryText({ row, onOpenOrder }: HistoryTextProps) {
  const t = useText();
  const language = useLanguage();
  const details = readDetails(row.content);
  if (details === undefined) {
    return (
      <span className={styles.text}>
        <bdi>{row.content || row.model_name || '—'}</bdi>
      </span>
    );
  }
  if (details.kind === 'code')
    return <span className={styles.text}>{t('wallet:details.code', { name: details.name })}</span>;
  if (details.kind === 'changed') return <span className={styles.text}>{t('wallet:details.changed')}</span>;
  const { tradeNo } = details;
  const text =
    details.kind === 'order'
      ? t('wallet:details.order', {
          paid: formatMoney(details.paid, details.currency, language),
          method: methodName(details.processor, details.method, t),
        })
      : t(details.kind === 'takenBack' ? 'wallet:details.takenBack' : 'wallet:details.givenBack');
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
