import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { readFilter, writeFilter } from './channel-filter.ts';

/** Goes to the list, or to what opens over it, and keeps the list's filter: `open('/edit/7')`, `open('')`. */
export function useListAddress(): (path: string, more?: Readonly<Record<string, string>>, state?: unknown) => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return useCallback(
    (path, more = {}, state) => {
      const next = writeFilter(new URLSearchParams(), readFilter(search));
      for (const [name, value] of Object.entries(more)) next.set(name, value);
      void navigate({ pathname: `/channel${path}`, search: next.toString() }, { state });
    },
    [navigate, search],
  );
}
