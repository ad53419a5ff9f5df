import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { askPrices } from './api.ts';

const pauseMs = 300;

/** What an amount costs, asked for once typing pauses. Undefined: there is nothing to ask about. */
export function useQuote(amount: string | undefined) {
  const [asked, setAsked] = useState(amount);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(amount), pauseMs);
    return () => clearTimeout(timer);
  }, [amount]);
  const { data, error, isValidating } = useSWR(
    asked === undefined ? null : ['/api/user/amount', asked],
    ([, text]) => askPrices(text),
    { keepPreviousData: true },
  );
  const settled = asked === amount && !isValidating;
  return { quote: data, error: settled ? (error as unknown) : undefined, settled };
}
