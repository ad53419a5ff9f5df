import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { PriceCard } from '../api.ts';
import { fixedPriceOf, priceText, type TokenPrice, tokenPrices } from '../prices.ts';
import { CardExtras } from './card-extras.tsx';
import styles from './model-prices.module.css';
import { fixedUnits } from './price-cells.tsx';

export const tokenTexts: Record<TokenPrice, TextKey> = {
  input: 'pricing:price.input',
  output: 'pricing:price.output',
  cacheRead: 'pricing:price.cacheRead',
  cacheWrite: 'pricing:price.cacheWrite',
  cacheWrite1h: 'pricing:price.cacheWrite1h',
  audioInput: 'pricing:price.audioInput',
  audioOutput: 'pricing:price.audioOutput',
  imageInput: 'pricing:price.imageInput',
  imageOutput: 'pricing:price.imageOutput',
};

type Prices = Pick<PriceCard, TokenPrice>;

/** All prices of a card with a group's ratio: those for tokens with their tiers, or the fixed one. */
export function CardPrices({ card, ratio }: { card: PriceCard; ratio: number }) {
  const t = useText();
  const fixed = fixedPriceOf(card);
  const { longContext, offPeak } = card;
  const tiers: { title: string; prices: Prices }[] = [
    { title: t('pricing:tier.standard'), prices: card },
    ...(longContext === undefined
      ? []
      : [
          {
            title: t('pricing:tier.longContext', { tokens: longContext.aboveInputTokens.toLocaleString('en') }),
            prices: longContext,
          },
        ]),
    ...(offPeak === undefined ? [] : [{ title: t('pricing:tier.offPeak'), prices: offPeak }]),
  ];
  return (
    <>
      {fixed !== undefined ? (
        <p>
          <span className="figures">{priceText(fixed.usd, ratio)}</span> {t(fixedUnits[fixed.name])}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
        <section className={styles.scroll} tabIndex={0} aria-label={t('pricing:price.title')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('pricing:unit.perMillion')}</th>
                {tiers.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tokenPrices
                .filter((name) => tiers.some(({ prices }) => prices[name] !== undefined))
                .map((name) => (
                  <tr key={name}>
                    <th scope="row">{t(tokenTexts[name])}</th>
                    {tiers.map(({ title, prices }) => (
                      <td key={title}>
                        <span className="figures">{priceOr(prices[name], ratio)}</span>
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      )}
      {offPeak !== undefined && fixed === undefined && (
        <p className={styles.note}>
          {t('pricing:tier.peakHours', { days: offPeak.peakDays, hours: offPeak.peakHoursUtc.join(', ') })}
        </p>
      )}
      <CardExtras card={card} ratio={ratio} />
    </>
  );
}

function priceOr(usd: string | undefined, ratio: number): string {
  return usd === undefined ? '—' : priceText(usd, ratio);
}
