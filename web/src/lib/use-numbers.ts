import { useMemo } from 'react';
import { useLanguage } from './i18n.ts';
import {
  formatChange,
  formatCompact,
  formatCount,
  formatDifference,
  formatMilliseconds,
  formatShare,
} from './numbers.ts';

/** Figures in the console's language. */
export function useNumbers() {
  const language = useLanguage();
  return useMemo(
    () => ({
      count: (value: number) => formatCount(value, language),
      compact: (value: number) => formatCompact(value, language),
      share: (share: number) => formatShare(share, language),
      change: (change: number) => formatChange(change, language),
      difference: (value: number) => formatDifference(value, language),
      milliseconds: (ms: number) => formatMilliseconds(ms, language),
    }),
    [language],
  );
}
