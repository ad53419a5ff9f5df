import { Moment } from '../../../components/moment.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { HistoryRow } from '../api.ts';
import { HistoryAmount, HistoryText } from './history-cells.tsx';
import { HistoryType } from './history-type.tsx';

interface HistoryCardProps {
  readonly row: HistoryRow;
  readonly everyone: boolean;
  readonly onOpenOrder: ((tradeNo: string) => void) | undefined;
}

/** A row of the history on a phone. */
export function HistoryCard({ row, everyone, onOpenOrder }: HistoryCardProps) {
  const t = useText();
  return (
    <RecordCard
      title={<HistoryType type={row.type} />}
      actions={<HistoryAmount row={row} />}
      facts={[
        { label: t('wallet:column.time'), value: <Moment seconds={row.created_at} /> },
        ...(everyone ? [{ label: t('wallet:column.user'), value: <bdi>{row.username}</bdi> }] : []),
      ]}
    >
      <HistoryText row={row} onOpenOrder={onOpenOrder} />
    </RecordCard>
  );
}
