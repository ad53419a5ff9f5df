import { useEffect, useEffectEvent, useState } from 'react';
import { type Answer, hear, type Schedule, startWatch, type Watch } from './payment-watch.ts';

/** Asks how a payment stands until it ends, and at once when the person comes back to the page. */
export function usePaymentWatch(ask: () => Promise<Answer>, schedule: Schedule): { watch: Watch; again: () => void } {
  const [watch, setWatch] = useState<Watch>(() => startWatch(schedule));
  const question = useEffectEvent(async () => {
    const answer = await ask().catch((): Answer => 'none');
    setWatch((last) => hear(last, answer, schedule));
  });

  useEffect(() => {
    if (watch.phase !== 'waiting') return;
    const timer = setTimeout(() => void question(), watch.delayMs);
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      clearTimeout(timer);
      void question();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [watch]);

  return { watch, again: () => setWatch(startWatch(schedule)) };
}
