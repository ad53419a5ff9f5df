import { directionOf, type Language } from './languages.ts';

/** An amount of a currency as the language writes it: `¥73.00`, `HK$78.00`. Digits are Western everywhere. */
export function formatMoney(amount: string | number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'currency', currency });
  const text = format.format(Number(amount));
  return directionOf(language) === 'rtl' ? leftToRight(text) : text;
}

/** A figure with its sign or unit that keeps its order in a sentence written from right to left. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
