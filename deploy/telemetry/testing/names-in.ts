import { parser } from '@prometheus-io/lezer-promql';

/** A series that a query reads, and the labels by which it chooses or groups. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** The series and labels in an expression of PromQL. Throws where it is not valid. */
export function selectorsIn(expression: string): Selector[] {
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  let current: { metric: string; labels: string[] } | undefined;
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${expression}`);
      const text = expression.slice(from, to);
      if (type.name === 'VectorSelector') {
        current = { metric: '', labels: [] };
        selectors.push(current);
      } else if (type.name === 'Identifier' && current) current.metric = text;
      else if (type.name === 'LabelName') (current ? current.labels : grouping).push(text);
    },
    leave({ type }) {
      if (type.name === 'VectorSelector') current = undefined;
    },
  });
  return selectors.map(({ metric, labels }) => ({ metric, labels: [...labels, ...grouping] }));
}
