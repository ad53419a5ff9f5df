import { useSearchParams } from 'react-router-dom';
import { type PriceQuery, readPriceQuery, writePriceQuery } from './price-query.ts';

/** The price list's filter, group and opened model, kept in the address. */
export function usePriceQuery(): { query: PriceQuery; change: (part: Partial<PriceQuery>) => void } {
  const [address, setAddress] = useSearchParams();
  const query = readPriceQuery(address);
  return {
    query,
    change(part) {
      // The address may be ahead of what is drawn: two quick changes must not undo each other.
      const latest = readPriceQuery(new URLSearchParams(window.location.search));
      // An opened model is a step back; filters are not.
      const replace = part.model === undefined || part.model === '';
      const isAboutRows = Object.keys(part).some((name) => name !== 'model' && name !== 'page' && name !== 'group');
      setAddress(writePriceQuery({ ...latest, ...(isAboutRows ? { page: 1 } : {}), ...part }), { replace });
    },
  };
}
