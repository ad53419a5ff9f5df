import dayjs from 'dayjs';
import type { Language } from '../../lib/languages.ts';
import type { Point, Series, Unit } from './chart-data.ts';
import type { Cell, FigureTable } from './figure-table.ts';
import { type Bucket, stretchText } from './stretch.ts';

interface TimeTableOptions {
  readonly series: readonly Series[];
  readonly points: readonly Point[];
  readonly unit: Unit;
  readonly bucket: Bucket;
  readonly language: Language;
  readonly timeTitle: string;
  /** With a last column of this name, which adds up the others. */
  readonly sumTitle?: string | undefined;
}

const nothing: Cell = { text: '—', raw: '' };

/** Figures over time, a row for each stretch, oldest first. */
export function timeTable(options: TimeTableOptions): FigureTable {
  const { series, points, unit, bucket, language, timeTitle, sumTitle } = options;
  const cellOf = (value: number | null | undefined): Cell =>
    value === null || value === undefined ? nothing : { text: unit.text(value), raw: unit.raw?.(value) ?? value };
  return {
    columns: [
      { title: timeTitle },
      ...series.map(({ name }) => ({ title: name, numeric: true })),
      ...(sumTitle === undefined ? [] : [{ title: sumTitle, numeric: true }]),
    ],
    rows: points.map(({ at, values }) => ({
      key: at,
      cells: [
        { text: stretchText(at, bucket, language), raw: dayjs.unix(at).format('YYYY-MM-DD HH:mm') },
        ...series.map(({ id }) => cellOf(values[id])),
        ...(sumTitle === undefined ? [] : [cellOf(series.reduce((sum, { id }) => sum + (values[id] ?? 0), 0))]),
      ],
    })),
  };
}
