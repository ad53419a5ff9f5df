import { useSearchParams } from 'react-router-dom';
import { readId, readTokenQuery, type TokenQuery, withTokenQuery } from './token-query.ts';

/** What lies open over the list: a new key, the editor or the samples of one. */
export type OpenedToken = 'new' | { readonly editOf: number } | { readonly samplesOf: number };

/** Filters, page and what is open, all from the address. */
export function useTokenAddress() {
  const [search, setSearch] = useSearchParams();

  function open(next: OpenedToken | undefined) {
    setSearch((now) => {
      const address = new URLSearchParams(now);
      address.delete('edit');
      address.delete('use');
      if (next === 'new') address.set('edit', 'new');
      else if (next !== undefined && 'editOf' in next) address.set('edit', String(next.editOf));
      else if (next !== undefined) address.set('use', String(next.samplesOf));
      return address;
    });
  }

  return {
    query: readTokenQuery(search),
    change: (by: Partial<TokenQuery>) => setSearch((now) => withTokenQuery(now, by), { replace: true }),
    opened: readOpened(search),
    open,
  };
}

function readOpened(search: URLSearchParams): OpenedToken | undefined {
  if (search.get('edit') === 'new') return 'new';
  const editOf = readId(search.get('edit'));
  if (editOf !== undefined) return { editOf };
  const samplesOf = readId(search.get('use'));
  return samplesOf === undefined ? undefined : { samplesOf };
}
