import type { Database } from '@switchyard/db';
import { seconds } from '../../http/time.ts';
import { readAsOf } from './as-of.ts';
import { figuresOf } from './figures.ts';
import { periodBefore } from './period.ts';
import type { Summary } from './schema.ts';
import type { Scope } from './scope.ts';
import type { Steps } from './steps.ts';
import { type At, failureCounts, latencyCounts, usageSums } from './summary-repository.ts';

/** The figures of a period as a whole, by stretch, and of the period before. */
export async function readSummary(
  db: Database,
  { isAdmin, ...scope }: Scope & { readonly isAdmin: boolean },
  steps: Steps,
): Promise<Summary> {
  const now = Date.now();
  const read = (part: Scope) =>
    Promise.all([usageSums(db, part, steps), latencyCounts(db, part, steps), failureCounts(db, part, steps)]);
  const previous = await read({ ...scope, ...periodBefore(scope, now) });
  const [usage, latencies, failures] = await read(scope);

  const [usageAt, latenciesAt, failuresAt] = [byStretch(usage), byStretch(latencies), byStretch(failures)];
  return {
    as_of: seconds(new Date(await readAsOf(db))),
    start_timestamp: seconds(scope.from),
    end_timestamp: seconds(scope.before),
    current: figuresOf(usage, latencies, failures, isAdmin),
    previous: figuresOf(...previous, isAdmin),
    points: [...usageAt].map(([at, rows]) => ({
      created_at: seconds(new Date(at)),
      ...figuresOf(rows, latenciesAt.get(at) ?? [], failuresAt.get(at) ?? [], isAdmin),
    })),
    failures: failures.map(({ at, cause, requests }) => ({
      created_at: seconds(at),
      cause,
      count: requests,
    })),
  };
}

function byStretch<Row>(rows: readonly At<Row>[]): Map<number, At<Row>[]> {
  return Map.groupBy(rows, ({ at }) => at.getTime());
}
