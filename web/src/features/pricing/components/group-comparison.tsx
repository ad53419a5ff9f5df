import { useText } from '../../../lib/i18n.ts';
import type { PriceEntry, PriceList } from '../api.ts';
import { fixedPriceOf } from '../prices.ts';
import styles from './model-prices.module.css';
import { FixedPriceCell, TokenPriceCell } from './price-cells.tsx';

interface GroupComparisonProps {
  readonly entry: PriceEntry;
  readonly list: PriceList;
  readonly chosen: string;
}

/** One model in every group that reaches it, cheapest first. */
export function GroupComparison({ entry, list, chosen }: GroupComparisonProps) {
  const t = useText();
  const isFixed = fixedPriceOf(entry.card) !== undefined;
  const groups = entry.enable_groups
    .map((group) => ({ entry, group, ratio: list.ratios[group] ?? 1 }))
    .sort((a, b) => a.ratio - b.ratio);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
    <section className={styles.scroll} tabIndex={0} aria-label={t('pricing:comparison')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('pricing:column.group')}</th>
            <th scope="col">{t('pricing:column.ratio')}</th>
            {isFixed ? (
              <th scope="col">{t('pricing:price.title')}</th>
            ) : (
              <>
                <th scope="col">{t('pricing:price.input')}</th>
                <th scope="col">{t('pricing:price.output')}</th>
                <th scope="col">{t('pricing:price.cacheRead')}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((at) => (
            <tr key={at.group} {...(at.group === chosen ? { className: styles.chosen, 'aria-current': true } : {})}>
              <th scope="row">
                <bdi>{at.group}</bdi> <span className="quiet">{list.descriptions[at.group]}</span>
              </th>
              <td>
                <span className="figures">×{at.ratio}</span>
              </td>
              {isFixed ? (
                <td>
                  <FixedPriceCell at={at} />
                </td>
              ) : (
                <>
                  <td>
                    <TokenPriceCell at={at} name="input" />
                  </td>
                  <td>
                    <TokenPriceCell at={at} name="output" />
                  </td>
                  <td>
                    <TokenPriceCell at={at} name="cacheRead" />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
