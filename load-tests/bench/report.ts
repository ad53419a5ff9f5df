import type { Case, Figure } from './cases.ts';
import { median, REFERENCE, type Result } from './rounds.ts';

export interface Row {
  title: string;
  gateway: string;
  value: number;
  unit: string;
  /** Median over the kept rounds of the multiple of the reference, and its least and greatest. */
  multiple: number;
  least: number;
  greatest: number;
  rounds: number;
  ran: number;
  details: string;
  bound: string;
}

/** One row for each gateway of each case. */
export function rowsOf(results: readonly Result[]): Row[] {
  return results.flatMap(({ case: one, rounds, kept }) =>
    Object.keys(rounds[0] ?? {})
      .sort((a, b) => Number(b === REFERENCE) - Number(a === REFERENCE) || a.localeCompare(b))
      .map((gateway) => {
        const figures = kept.map((round) => round[gateway] as Figure);
        const multiples = kept.map((round) => (round[gateway]?.value ?? 0) / (round[REFERENCE]?.value ?? 0));
        return {
          title: one.title,
          gateway,
          value: median(figures.map((figure) => figure.value)),
          unit: one.unit,
          multiple: median(multiples),
          least: Math.min(...multiples),
          greatest: Math.max(...multiples),
          rounds: kept.length,
          ran: rounds.length,
          details: detailsOf(figures),
          bound: boundOf(one),
        };
      }),
  );
}

/** The table, and below it what a reader must know of each gateway that has a note. */
export function table(rows: readonly Row[], notes: readonly string[] = []): string {
  return [
    '| case | gateway | figure | × nginx | budget: now / ship / moonshot | seen | rounds kept |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(lineOf),
    ...(notes.length > 0 ? [''] : []),
    ...notes.map((note) => `- ${note}`),
  ].join('\n');
}

/** Whom the budgets bind. */
const OURS = new Set(['relay', 'limited']);

function lineOf(row: Row): string {
  const bound = OURS.has(row.gateway) ? row.bound : '';
  const figures = row.rounds === 0 ? ['unsteady', '', bound, ''] : [value(row), multiple(row), bound, row.details];
  return `| ${[row.title, row.gateway, ...figures, `${row.rounds} of ${row.ran}`].join(' | ')} |`;
}

const value = (row: Row) => `${row.value.toFixed(1)} ${row.unit}`;

function multiple(row: Row): string {
  if (row.gateway === REFERENCE) return '1';
  return `**${row.multiple.toFixed(2)}** (${row.least.toFixed(2)}–${row.greatest.toFixed(2)})`;
}

function boundOf({ bound, unit }: Case): string {
  if (!bound) return '';
  const { now, ship, moonshot, absolute } = bound;
  const shown = [now, ship, moonshot].map((limit) => (limit === undefined ? '–' : String(Number(limit.toFixed(2)))));
  return `${shown.join(' / ')} ${absolute ? unit : '×'}`;
}

function detailsOf(figures: readonly Figure[]): string {
  const of = (name: string) => median(figures.map((figure) => figure[name] ?? Number.NaN));
  const parts = [
    ['requestsPerSecond', (value: number) => `${Math.round(value)}/s`],
    ['chunksPerSecond', (value: number) => `${Math.round(value)} chunks/s`],
    ['busy', (value: number) => `core ${Math.round(value * 100)} % busy`],
    ['addedP99Microseconds', (value: number) => `added p99 ${Math.round(value)} µs`],
    ['p50Microseconds', (value: number) => `p50 ${Math.round(value)} µs`],
    ['p99Microseconds', (value: number) => `p99 ${Math.round(value)} µs`],
    ['billingMicroseconds', (value: number) => `billing ${value.toFixed(1)} µs`],
    ['firstByteP50Ms', (value: number) => `first byte p50 ${value.toFixed(1)} ms`],
    ['firstByteP99Ms', (value: number) => `p99 ${value.toFixed(1)} ms`],
  ] as const;
  return parts.flatMap(([name, show]) => (Number.isNaN(of(name)) ? [] : [show(of(name))])).join(', ');
}
