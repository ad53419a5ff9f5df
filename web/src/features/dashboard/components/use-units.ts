import { useMemo } from 'react';
import type { Unit } from '../../../components/chart/chart-data.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import type { Measure } from '../dashboard-query.ts';
import { spendUnit } from '../spend.ts';

/** How the figures of charts are written. */
export function useUnits(): Readonly<Record<Measure | 'time', Unit>> {
  const numbers = useNumbers();
  const display = useQuotaDisplay();
  return useMemo(
    () => ({
      spend: spendUnit(display),
      requests: { text: numbers.count, tick: numbers.compact, whole: true },
      tokens: { text: numbers.count, tick: numbers.compact, whole: true },
      time: { text: numbers.milliseconds, tick: numbers.milliseconds },
    }),
    [numbers, display],
  );
}
