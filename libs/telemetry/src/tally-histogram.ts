import { Histogram, type Registry } from '@prometheus-io/client';
import type { Labels } from './labels.ts';
import type { Tally } from './tally.ts';

export interface TallyHistogramFields {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Those of the tallies. */
  readonly bounds: readonly number[];
  readonly read: () => Iterable<readonly [Labels, Tally]>;
}

/**
 * A histogram whose figures are tallies that somebody else keeps. To observe a value in the library's own builds a key of all
 * labels, for each value; the relay cannot afford that.
 */
export class TallyHistogram extends Histogram<string> {
  readonly #fields: TallyHistogramFields;

  constructor(registry: Registry, fields: TallyHistogramFields) {
    const { name, help, labelNames, bounds } = fields;
    super({ name, help, labelNames, buckets: [...bounds], registers: [registry] });
    this.#fields = fields;
  }

  /** What the registry asks every metric for. */
  async getForPromString() {
    const { name, help } = this.#fields;
    return { name, help, type: 'histogram', aggregator: 'sum', values: [...this.#values()] };
  }

  *#values() {
    const { name, bounds, read } = this.#fields;
    for (const [labels, { counts, sum }] of read()) {
      let count = 0;
      for (const [bucket, found] of counts.entries()) {
        count += found;
        yield { metricName: `${name}_bucket`, labels: { le: bounds[bucket] ?? '+Inf', ...labels }, value: count };
      }
      yield { metricName: `${name}_sum`, labels, value: sum };
      yield { metricName: `${name}_count`, labels, value: count };
    }
  }
}
