import { useMemo } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { pointsBetween, relativeChange } from '../compare.ts';
import { spendText } from '../spend.ts';
import type { Change } from './figure-card.tsx';

const unknown = '—';

/** Figures and their changes as the cards write them. */
export function useFigureText() {
  const t = useText();
  const numbers = useNumbers();
  const display = useQuotaDisplay();
  return useMemo(() => {
    const share = (value: number | undefined) => (value === undefined ? unknown : numbers.share(value));
    const time = (ms: number | null) => (ms === null ? unknown : numbers.milliseconds(ms));

    /** `better`: which way is good news; without it a change is neither. */
    function relative(
      now: number | null,
      before: number | null,
      write: (value: number) => string,
      better?: 'less',
    ): Change | undefined {
      const change = relativeChange(now, before);
      if (change === undefined || before === null) return undefined;
      const isNews = better !== undefined && Math.abs(change) >= 0.05;
      const tone = !isNews ? 'quiet' : change < 0 ? 'good' : 'bad';
      return { text: numbers.change(change), tone, before: write(before) };
    }

    /** Of parts that are better the greater they are. */
    function ofShare(now: number | undefined, before: number | undefined): Change | undefined {
      const points = pointsBetween(now, before);
      if (points === undefined) return undefined;
      const tone = Math.abs(points) < 0.05 ? 'quiet' : points > 0 ? 'good' : 'bad';
      const text = t('dashboard:change.points', { points: numbers.difference(points) });
      return { text, tone, before: share(before) };
    }

    return {
      spend: (quota: number) => spendText(quota, display),
      count: numbers.count,
      compact: numbers.compact,
      share,
      time,
      relative,
      ofShare,
    };
  }, [t, numbers, display]);
}

export type FigureText = ReturnType<typeof useFigureText>;
