import { median, type Round } from '../rounds.ts';

/** A large installation beside the small one. */
export interface Comparison {
  /** Which of its dimensions are large. */
  readonly grown: string;
  /** Callers whom the relay knows by heart. */
  readonly known: readonly Round[];
  /** More than it can keep in mind, on the large one only. */
  readonly strangers: readonly Round[] | undefined;
  /** By name: of the small one, of the large one. */
  readonly figures: readonly (readonly [name: string, values: readonly number[]])[];
}

const COSTS = [
  ['value', 'relay, CPU per request, µs'],
  ['billing', 'billing, CPU per request, µs'],
  ['postgres', 'Postgres, CPU per request, µs'],
] as const;

/** One line for each figure of each comparison; ratios are medians over the rounds with the least and the greatest. */
export function growthTable(comparisons: readonly Comparison[]): string {
  return [
    '| grown | figure | small | large | large ÷ small | rounds |',
    '|---|---|---|---|---|---|',
    ...comparisons.flatMap(({ grown, known, strangers, figures }) => [
      ...costLines(grown, known, ''),
      ...(strangers ? costLines(grown, strangers, ', any key') : []),
      ...figures.map(([name, [small = 0, large = 0]]) =>
        line(grown, name, small.toFixed(0), large.toFixed(0), (large / small).toFixed(2), ''),
      ),
    ]),
  ].join('\n');
}

function costLines(grown: string, rounds: readonly Round[], which: string): string[] {
  const of = (size: string, cost: string) => rounds.map((round) => round[size]?.[cost] ?? Number.NaN);
  return COSTS.map(([cost, name]) => {
    const [small, large] = [of('small', cost), of('large', cost)];
    const ratios = large.map((value, round) => value / (small[round] ?? Number.NaN));
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    const ratio = `**${median(ratios).toFixed(2)}** (${spread})`;
    return line(grown, name + which, median(small).toFixed(1), median(large).toFixed(1), ratio, String(rounds.length));
  });
}

const line = (...cells: string[]) => `| ${cells.join(' | ')} |`;
