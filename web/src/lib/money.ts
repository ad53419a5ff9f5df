import type { Language } from './languages.ts';

/** An amount of a currency as the language writes it: `¥73.00`, `HK$78.00`. Digits are Western everywhere. */
export function formatMoney(amount: string | number, currency: string, language: Language): string {
  return new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'currency', currency }).format(Number(amount));
}
