import { useEffect, useState } from 'react';
import { secondsUntil } from './countdown.ts';

/** Seconds until a time, counted down while the page is open. */
export function useSecondsLeft(unixSeconds: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const left = secondsUntil(unixSeconds, nowMs);
  const ended = left === 0;
  useEffect(() => {
    if (ended) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ended]);
  return left;
}
