import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { Labels } from './labels.ts';

export interface Figure<Reading> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Called at every scrape. What cannot be read now (a database is away) is left out, and the other figures are told. */
  readonly read: () => Reading | Promise<Reading>;
}

export type Readings = Iterable<readonly [Labels, number]>;

/** A counter that somebody else counts. */
export function observableCounter(registry: Registry, { name, help, labelNames = [], read }: Figure<Readings>): void {
  new Counter<string>({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      const readings = await settled(read);
      if (readings === undefined) forget(this, labelNames);
      else for (const [labels, value] of readings) this.inc(labels, value);
    },
  });
}

/** A figure of the moment: a number, or several by label. */
export function observableGauge(
  registry: Registry,
  { name, help, labelNames = [], read }: Figure<number | Readings>,
): void {
  new Gauge<string>({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      const readings = await settled(read);
      if (readings === undefined) forget(this, labelNames);
      else if (typeof readings === 'number') this.set(readings);
      else for (const [labels, value] of readings) this.set(labels, value);
    },
  });
}

async function settled<Reading>(read: () => Reading | Promise<Reading>): Promise<Reading | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

/** What has no labels was reset to 0, which would be a figure. */
function forget(metric: Pick<Gauge<string>, 'remove'>, labelNames: readonly string[]): void {
  if (labelNames.length === 0) metric.remove();
}
