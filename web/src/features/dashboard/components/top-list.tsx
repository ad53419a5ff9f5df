import type { ReactNode } from 'react';
import type { FigureTable } from '../../../components/chart/figure-table.ts';
import { RankChart } from '../../../components/chart/rank-chart.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import type { Dimension, UsageRow } from '../api.ts';
import type { Measure } from '../dashboard-query.ts';
import { figureOf, type Total, totalsOf } from '../ranking.ts';
import type { ChartState } from './chart-state.ts';
import { measureTexts } from './model-usage.tsx';
import { useUnits } from './use-units.ts';

const titles: Record<Dimension, { readonly title: TextKey; readonly column: TextKey; readonly gone: TextKey }> = {
  model: { title: 'dashboard:top.models', column: 'dashboard:top.model', gone: 'dashboard:rest' },
  token: { title: 'dashboard:top.keys', column: 'dashboard:top.key', gone: 'dashboard:top.goneKey' },
  user: { title: 'dashboard:top.users', column: 'dashboard:top.user', gone: 'dashboard:top.goneUser' },
};
/** As many as stand beside a chart; the table has them all. */
const shownRanks = 7;

interface TopListProps extends ChartState {
  readonly dimension: Dimension;
  readonly measure: Measure;
  readonly rows: readonly UsageRow[] | undefined;
  /** The name of a row, as a link to more about it. */
  readonly link: (total: Total, name: string) => ReactNode;
}

/** The models, keys or users with the greatest figures of the period. */
export function TopList({ dimension, measure, rows, link, ...state }: TopListProps) {
  const t = useText();
  const numbers = useNumbers();
  const units = useUnits();
  const { title, column, gone } = titles[dimension];
  const totals = rows && totalsOf(rows, measure);
  const sum = totals?.reduce((whole, total) => whole + figureOf(total, measure), 0) ?? 0;
  const nameOf = ({ key, name }: Total) => (key === '' ? t('dashboard:rest') : name === '' ? t(gone) : name);
  const table: FigureTable | undefined = totals && {
    columns: [
      { title: t(column) },
      ...(['spend', 'requests', 'tokens'] as const).map((each) => ({ title: t(measureTexts[each]), numeric: true })),
      ...(totals[0]?.cost === undefined ? [] : [{ title: t('dashboard:margin.cost'), numeric: true }]),
    ],
    rows: totals.map((total) => ({
      key: total.key,
      cells: [
        { text: nameOf(total), raw: nameOf(total) },
        ...(['spend', 'requests', 'tokens'] as const).map((each) => {
          const figure = figureOf(total, each);
          return { text: units[each].text(figure), raw: units[each].raw?.(figure) ?? figure };
        }),
        ...(total.cost === undefined
          ? []
          : [{ text: units.spend.text(total.cost), raw: units.spend.raw?.(total.cost) ?? total.cost }]),
      ],
    })),
  };
  return (
    <RankChart
      {...state}
      title={t(title)}
      fileName={`top-${dimension}s`}
      table={table}
      ranks={totals?.slice(0, shownRanks).map((total) => {
        const figure = figureOf(total, measure);
        return {
          key: total.key,
          name: link(total, nameOf(total)),
          value: figure,
          text: units[measure].text(figure),
          detail: numbers.share(sum > 0 ? figure / sum : 0),
        };
      })}
    />
  );
}
