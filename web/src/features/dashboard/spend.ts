import type { Unit } from '../../components/chart/chart-data.ts';
import { currencyFromQuota, formatCost, formatQuota, type QuotaDisplay } from '../../lib/quota.ts';

/** Below a cent two decimals say nothing. */
export function spendText(quota: number, display: QuotaDisplay): string {
  const small = display.inCurrency && quota !== 0 && Math.abs(quota) * 100 < display.quotaPerUnit;
  return small ? formatCost(quota, display.quotaPerUnit).replace(/0+$/, '') : formatQuota(quota, display);
}

/** Steps below ten cents need more decimals to be told apart. */
function tickText(quota: number, display: QuotaDisplay): string {
  const small = display.inCurrency && quota !== 0 && Math.abs(quota) * 10 < display.quotaPerUnit;
  if (!small) return formatQuota(quota, display).replace(/\.00$/, '');
  const text = formatCost(quota, display.quotaPerUnit);
  return (Math.abs(quota) * 1_000 < display.quotaPerUnit ? text : text.slice(0, -2)).replace(/0+$/, '');
}

/** Amounts of quota in a chart, as the site shows them. */
export function spendUnit(display: QuotaDisplay): Unit {
  return {
    text: (quota) => spendText(quota, display),
    tick: (quota) => tickText(Math.round(quota), display),
    raw: (quota) => (display.inCurrency ? currencyFromQuota(quota, display.quotaPerUnit) : quota),
  };
}
