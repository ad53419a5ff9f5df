import type { Point, Series } from '../../components/chart/chart-data.ts';
import { palette, restColor } from '../../components/chart/palette.ts';
import type { UsageRow } from './api.ts';
import type { Measure } from './dashboard-query.ts';
import { figureOf, totalsOf } from './ranking.ts';

/** No model is called so. */
const rest = '';

/** The greatest models in a colour of their own, all others together; what there is none of has no series. */
export function modelChart(
  rows: readonly UsageRow[],
  stretches: readonly number[],
  measure: Measure,
  restName: string,
): { series: Series[]; points: Point[] } {
  const totals = totalsOf(rows, measure).filter((total) => figureOf(total, measure) > 0);
  const own = totals.filter(({ key }) => key !== '').slice(0, palette.length);
  const ids = new Set(own.map(({ key }) => key));
  const series: Series[] = own.map(({ key, name }, index) => ({ id: key, name, color: palette[index] ?? restColor }));
  if (totals.length > own.length) series.push({ id: rest, name: restName, color: restColor });

  const values = new Map<number, Record<string, number>>(stretches.map((at) => [at, {}]));
  for (const row of rows) {
    const stretch = values.get(row.created_at);
    const id = ids.has(row.key) ? row.key : rest;
    if (stretch !== undefined) stretch[id] = (stretch[id] ?? 0) + figureOf(row, measure);
  }
  return { series, points: stretches.map((at) => ({ at, values: values.get(at) ?? {} })) };
}
