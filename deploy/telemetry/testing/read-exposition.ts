/** What a service tells at /metrics: families by name with their type, and the names of labels that their series bear. */
export interface Exposition {
  readonly types: ReadonlyMap<string, string>;
  /** By the name of the series, which for a histogram is longer than that of its family. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
  value(series: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the text format of Prometheus, version 0.0.4. */
export function readExposition(text: string): Exposition {
  const types = new Map<string, string>();
  const labels = new Map<string, Set<string>>();
  const samples: { name: string; labels: Record<string, string>; value: number }[] = [];
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) types.set(name, type);
  for (const row of text.split('\n').filter((candidate) => candidate !== '' && !candidate.startsWith('#'))) {
    const [, name = '', set = '', value = ''] = line.exec(row) ?? [];
    if (name === '') throw new Error(`No line of the text format: ${row}`);
    const found = Object.fromEntries([...set.matchAll(label)].map(([, key = '', content = '']) => [key, content]));
    samples.push({ name, labels: found, value: Number(value) });
    const names = labels.get(name) ?? new Set();
    for (const key of Object.keys(found)) names.add(key);
    labels.set(name, names);
  }
  return {
    types,
    labels,
    value(series, wanted = {}) {
      const matching = samples.filter(
        ({ name, labels: given }) =>
          name === series && Object.entries(wanted).every(([key, text]) => given[key] === text),
      );
      return matching.length > 0 ? matching.reduce((sum, { value }) => sum + value, 0) : undefined;
    },
  };
}
