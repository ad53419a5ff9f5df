import { useSearchParams } from 'react-router-dom';
import { readWalletQuery, type WalletQuery, writeWalletQuery } from './wallet-query.ts';

interface Addressed {
  readonly query: WalletQuery;
  /** Shows something else; other rows begin with their first page. */
  readonly change: (change: Partial<WalletQuery>) => void;
}

const shown = ['dialog', 'order', 'page'];

/** The wallet's query, kept in the address. */
export function useWalletQuery(): Addressed {
  const [search, setSearch] = useSearchParams();
  const query = readWalletQuery(search);

  function change(changed: Partial<WalletQuery>) {
    const sameRows = Object.keys(changed).every((name) => shown.includes(name));
    setSearch(writeWalletQuery({ ...query, ...(sameRows ? {} : { page: 1 }), ...changed }), { replace: true });
  }

  return { query, change };
}
