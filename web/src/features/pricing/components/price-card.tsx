import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { PriceEntry } from '../api.ts';
import { fixedPriceOf } from '../prices.ts';
import { Billing, FixedPriceCell, Groups, isReached, ModelName, PriceActions, TokenPriceCell } from './price-cells.tsx';
import type { PriceRowActions } from './price-columns.tsx';

/** A model's prices on a phone. */
export function PriceCardView({ entry, actions }: { entry: PriceEntry; actions: PriceRowActions }) {
  const t = useText();
  const at = { entry, group: actions.group, ratio: actions.ratio };
  const prices = !isReached(at)
    ? [{ label: t('pricing:price.title'), value: t('pricing:notReached', { group: actions.group }) }]
    : fixedPriceOf(entry.card) !== undefined
      ? [{ label: t('pricing:price.title'), value: <FixedPriceCell at={at} /> }]
      : [
          {
            label: `${t('pricing:price.input')} ${t('pricing:unit.million')}`,
            value: <TokenPriceCell at={at} name="input" />,
          },
          {
            label: `${t('pricing:price.output')} ${t('pricing:unit.million')}`,
            value: <TokenPriceCell at={at} name="output" />,
          },
          {
            label: `${t('pricing:price.cacheRead')} ${t('pricing:unit.million')}`,
            value: <TokenPriceCell at={at} name="cacheRead" />,
          },
        ];
  return (
    <RecordCard
      title={<ModelName entry={entry} />}
      actions={<PriceActions entry={entry} onOpen={() => actions.onOpen(entry.model_name)} />}
      facts={[{ label: t('pricing:column.billing'), value: <Billing entry={entry} /> }, ...prices]}
    >
      <Groups entry={entry} chosen={actions.group} onChoose={actions.onChooseGroup} />
    </RecordCard>
  );
}
