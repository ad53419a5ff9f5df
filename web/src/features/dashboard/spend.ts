import type { Unit } from '../../components/chart/chart-data.ts';
import { currencyFromQuota, formatCost, formatQuota, type QuotaDisplay } from '../../lib/quota.ts';

/** Below a cent two decimals say nothing. */
export function spendText(quota: number, display: QuotaDisplay): string {
  const small = display.inCurrency && quota !== 0 && Math.abs(quota) * 100 < display.quotaPerUnit;
  return small ? formatCost(quota, display.quotaPerUnit).replace(/0+$/, '') : formatQuota(quota, display);
}

/** Amounts of quota in a chart, as the site shows them. */
export function spendUnit(display: QuotaDisplay): Unit {
  return {
    text: (quota) => spendText(quota, display),
    tick: (quota) => spendText(Math.round(quota), display).replace(/\.00$/, ''),
    raw: (quota) => (display.inCurrency ? currencyFromQuota(quota, display.quotaPerUnit) : quota),
  };
}
