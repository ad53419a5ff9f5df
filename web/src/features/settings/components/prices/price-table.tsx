import { SearchOutlined, TagOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { Copyable } from '../../../../components/copyable.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { RecordCard } from '../../../../components/record-card.tsx';
import { RecordList } from '../../../../components/record-list.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { useConfirm } from '../../../../lib/use-confirm.ts';
import { type PriceView, priceFigures } from '../../prices/price-figures.ts';
import type { PriceRow } from '../../prices/price-rows.ts';
import { ModelActions, type PriceActions, PriceCell, priceColumns } from './price-columns.tsx';

const pageSize = 10;

interface PriceTableProps extends PriceActions {
  readonly view: PriceView;
  readonly rows: readonly PriceRow[];
  readonly keyword: string;
}

/** Models and what they cost, to be edited in place. */
export function PriceTable({ view, rows, keyword, onChange, onDelete, onCard }: PriceTableProps) {
  const t = useText();
  const confirm = useConfirm();
  const [paging, setPaging] = useState({ page: 1, keyword });
  const words = keyword.trim().toLowerCase();
  const found = rows.filter(({ name }) => name.toLowerCase().includes(words));
  const last = Math.ceil(found.length / pageSize) || 1;
  const page = paging.keyword === keyword ? Math.min(paging.page, last) : 1;

  const ask = (name: string) =>
    confirm({
      title: t('settings:prices.deleteConfirm', { name }),
      content: t('settings:prices.deleteText'),
      onOk: () => onDelete(name),
    });

  return (
    <RecordList<PriceRow>
      label={t('settings:models')}
      rows={found.slice((page - 1) * pageSize, page * pageSize)}
      rowKey={({ name }) => name}
      columns={priceColumns(t, view, { onChange, onDelete: ask, onCard })}
      card={(row) => (
        <RecordCard
          title={<Copyable text={row.name} />}
          actions={<ModelActions name={row.name} onDelete={ask} onCard={onCard} />}
          facts={priceFigures[view].map((figure) => ({
            label: t(figure.title),
            value: <PriceCell figure={figure} row={row} onChange={onChange} />,
          }))}
        />
      )}
      minWidth={780}
      error={undefined}
      onRetry={() => undefined}
      refreshing={false}
      empty={
        <EmptyState
          icon={words === '' ? <TagOutlined /> : <SearchOutlined />}
          title={t('settings:prices.none')}
          description={t('settings:prices.noneText')}
        />
      }
      paging={{
        page,
        pageSize,
        total: found.length,
        sizes: [pageSize],
        onChange: (next) => setPaging({ page: next, keyword }),
      }}
    />
  );
}
