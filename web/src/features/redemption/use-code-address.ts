import { useSearchParams } from 'react-router-dom';
import type { CodeListQuery } from './api.ts';
import { readCodeQuery, writeCodeQuery } from './code-query.ts';

/** The list's query and the code being edited, both in the address (`?edit=new`, `?edit=7`). */
export function useCodeAddress() {
  const [search, setSearch] = useSearchParams();
  const edit = search.get('edit');
  const id = Number(edit);
  return {
    query: readCodeQuery(search),
    edited: edit === 'new' ? ('new' as const) : Number.isSafeInteger(id) && id > 0 ? id : undefined,
    narrow: (change: Partial<CodeListQuery>) => setSearch((last) => writeCodeQuery(last, change), { replace: true }),
    edit: (what: string | undefined) =>
      setSearch((last) => {
        const next = new URLSearchParams(last);
        if (what === undefined) next.delete('edit');
        else next.set('edit', what);
        return next;
      }),
  };
}
