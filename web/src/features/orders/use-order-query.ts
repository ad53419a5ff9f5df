import { useSearchParams } from 'react-router-dom';
import { type OrderQuery, readOrderQuery, writeOrderQuery } from './order-query.ts';

interface Addressed {
  readonly query: OrderQuery;
  /** Shows something else; another filter begins with its first page. */
  readonly change: (change: Partial<OrderQuery>) => void;
  readonly clear: () => void;
}

/** Which orders are shown, kept in the address. */
export function useOrderQuery(): Addressed {
  const [search, setSearch] = useSearchParams();
  const query = readOrderQuery(search);

  function change(changed: Partial<OrderQuery>) {
    const sameRows = 'page' in changed || 'order' in changed;
    setSearch(writeOrderQuery({ ...query, ...(sameRows ? {} : { page: 1 }), ...changed }), { replace: true });
  }

  return { query, change, clear: () => setSearch({}, { replace: true }) };
}
