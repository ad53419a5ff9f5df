import useSWR from 'swr';
import { useSettled } from '../../lib/use-settled.ts';
import { askPrices } from './api.ts';

/** What an amount costs, asked for once typing pauses. Undefined: there is nothing to ask about. */
export function useQuote(amount: string | undefined) {
  const asked = useSettled(amount);
  const { data, error, isValidating } = useSWR(
    asked === undefined ? null : ['/api/user/amount', asked],
    ([, text]) => askPrices(text),
    { keepPreviousData: true },
  );
  const settled = asked === amount && !isValidating;
  return { quote: data, error: settled ? (error as unknown) : undefined, settled };
}
