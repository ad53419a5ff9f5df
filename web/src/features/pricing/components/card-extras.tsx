import { useText } from '../../../lib/i18n.ts';
import type { PriceCard } from '../api.ts';
import { fixedPriceOf, priceText } from '../prices.ts';
import styles from './model-prices.module.css';
import { fixedUnits } from './price-cells.tsx';

/** What changes a price, what tools cost beside it, and prices that are announced. */
export function CardExtras({ card, ratio }: { card: PriceCard; ratio: number }) {
  const t = useText();
  const { sizes = {}, qualities = {}, serviceTiers = {}, toolFees = {}, next } = card;
  const factors = factorTexts(sizes, qualities);
  const tiers = factorTexts(serviceTiers);
  const fixed = next && fixedPriceOf(next);
  return (
    <>
      {factors.length > 0 && (
        <p className={styles.note}>
          {t('pricing:factors')} <span className="code">{factors.join(', ')}</span>
        </p>
      )}
      {tiers.length > 0 && (
        <p className={styles.note}>
          {t('pricing:serviceTiers')} <span className="code">{tiers.join(', ')}</span>
        </p>
      )}
      {Object.entries(toolFees).map(([tool, fee]) => (
        <p key={tool} className={styles.note}>
          <span className="code">{tool}</span> <span className="figures">{priceText(fee, ratio)}</span>{' '}
          {t('pricing:unit.thousandCalls')}
        </p>
      ))}
      {next !== undefined && (
        <p className={styles.note}>
          {fixed === undefined
            ? t('pricing:next.tokens', {
                date: next.from,
                input: priceText(next.input ?? '0', ratio),
                output: priceText(next.output ?? '0', ratio),
              })
            : `${t('pricing:next.fixed', { date: next.from, price: priceText(fixed.usd, ratio) })} ${t(fixedUnits[fixed.name])}`}
        </p>
      )}
    </>
  );
}

/** As `priority ×2`. */
function factorTexts(...maps: readonly Readonly<Record<string, string>>[]): string[] {
  return maps
    .flatMap((factors) => Object.entries(factors))
    .filter(([, factor]) => factor !== '1')
    .map(([name, factor]) => `${name} ×${factor}`);
}
