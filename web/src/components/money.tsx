import { useLanguage } from '../lib/i18n.ts';
import { formatMoney } from '../lib/money.ts';

/** An amount of a currency, as the language writes it. */
export function Money({ amount, currency }: { amount: string | number; currency: string }) {
  const language = useLanguage();
  return <span className="figures">{formatMoney(amount, currency, language)}</span>;
}
