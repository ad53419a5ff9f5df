import type { TableProps } from 'antd';
import type { Translate } from '../../../lib/i18n.ts';
import type { PriceEntry } from '../api.ts';
import { fixedPriceOf, type TokenPrice } from '../prices.ts';
import {
  Billing,
  FixedPriceCell,
  Groups,
  type InGroup,
  isReached,
  ModelName,
  PriceActions,
  TokenPriceCell,
} from './price-cells.tsx';
import styles from './price-columns.module.css';

export interface PriceRowActions {
  readonly group: string;
  readonly ratio: number;
  readonly onChooseGroup: (group: string) => void;
  readonly onOpen: (model: string) => void;
}

type Columns = NonNullable<TableProps<PriceEntry>['columns']>;

const shownTokens = ['input', 'output', 'cacheRead'] as const satisfies readonly TokenPrice[];
const titles = {
  input: 'pricing:price.input',
  output: 'pricing:price.output',
  cacheRead: 'pricing:price.cacheRead',
} as const;

export function priceColumns(t: Translate, actions: PriceRowActions): Columns {
  const at = (entry: PriceEntry): InGroup => ({ entry, group: actions.group, ratio: actions.ratio });
  return [
    { key: 'model', title: t('pricing:column.model'), render: (_, entry) => <ModelName entry={entry} /> },
    { key: 'billing', title: t('pricing:column.billing'), render: (_, entry) => <Billing entry={entry} /> },
    {
      key: 'groups',
      title: t('pricing:column.groups'),
      render: (_, entry) => <Groups entry={entry} chosen={actions.group} onChoose={actions.onChooseGroup} />,
    },
    ...shownTokens.map((name, index): Columns[number] => ({
      key: name,
      title: (
        <span className={styles.heading}>
          {t(titles[name])} <span className={styles.unit}>{t('pricing:unit.million')}</span>
        </span>
      ),
      align: 'end',
      // One cell for all three where there is one price, or none.
      onCell: (entry) => ({ colSpan: hasTokenPrices(at(entry)) ? 1 : index === 0 ? shownTokens.length : 0 }),
      render: (_, entry) => {
        if (!isReached(at(entry))) {
          return <span className="quiet">{t('pricing:notReached', { group: actions.group })}</span>;
        }
        return hasTokenPrices(at(entry)) ? (
          <TokenPriceCell at={at(entry)} name={name} />
        ) : (
          <FixedPriceCell at={at(entry)} />
        );
      },
    })),
    {
      key: 'actions',
      title: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      width: 88,
      render: (_, entry) => <PriceActions entry={entry} onOpen={() => actions.onOpen(entry.model_name)} />,
    },
  ];
}

function hasTokenPrices(at: InGroup): boolean {
  return isReached(at) && fixedPriceOf(at.entry.card) === undefined;
}
