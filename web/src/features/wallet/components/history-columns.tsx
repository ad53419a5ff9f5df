import type { TableProps } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import type { Translate } from '../../../lib/i18n.ts';
import type { HistoryRow } from '../api.ts';
import { HistoryAmount, HistoryText } from './history-cells.tsx';
import { HistoryType } from './history-type.tsx';

type Columns = NonNullable<TableProps<HistoryRow>['columns']>;

export function historyColumns(
  t: Translate,
  everyone: boolean,
  onOpenOrder: ((tradeNo: string) => void) | undefined,
): Columns {
  const whose: Columns = [
    { key: 'user', title: t('wallet:column.user'), render: (_, row) => <bdi>{row.username}</bdi> },
  ];
  return [
    {
      key: 'time',
      title: t('wallet:column.time'),
      width: 180,
      render: (_, row) => <Moment seconds={row.created_at} />,
    },
    ...(everyone ? whose : []),
    { key: 'type', title: t('wallet:column.type'), width: 140, render: (_, row) => <HistoryType type={row.type} /> },
    {
      key: 'amount',
      title: t('wallet:column.amount'),
      align: 'end',
      width: 150,
      render: (_, row) => <HistoryAmount row={row} />,
    },
    {
      key: 'details',
      title: t('wallet:column.details'),
      render: (_, row) => <HistoryText row={row} onOpenOrder={onOpenOrder} />,
    },
  ];
}
