import type { Language } from '../../lib/languages.ts';
import { formatMoney } from '../../lib/money.ts';

const currencyCode = /^[A-Z]{3}$/;

/** What is left on an upstream's account, in its own unit: a currency, or such as `120 credits`. */
export function formatBalance(amount: number, unit: string, language: Language): string {
  if (currencyCode.test(unit)) return formatMoney(amount, unit, language);
  return `${amount.toLocaleString('en', { maximumFractionDigits: 2 })} ${unit}`.trim();
}
