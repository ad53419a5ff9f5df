import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { startOfToday } from '../../lib/time.ts';
import type { WorkKind } from './api.ts';
import { readWorkQuery, type WorkQuery, writeWorkQuery } from './work-query.ts';

/** The page's filter and the opened record, kept in the address. `standard`: the tab that opens by itself. */
export function useWorkQuery(standard: WorkKind) {
  const [today] = useState(startOfToday);
  const [address, setAddress] = useSearchParams();
  const query = readWorkQuery(address, today, standard);
  return {
    query,
    narrow(change: Partial<WorkQuery>) {
      // The address may be ahead of what is drawn: two quick changes must not undo each other.
      const latest = readWorkQuery(new URLSearchParams(window.location.search), today, standard);
      setAddress(writeWorkQuery({ ...latest, page: 1, ...change }, today, standard), { replace: true });
    },
    /** Only the tab stays. */
    clear() {
      const nothing = readWorkQuery(new URLSearchParams(), today, standard);
      setAddress(writeWorkQuery({ ...nothing, kind: query.kind }, today, standard), { replace: true });
    },
    open(record: string) {
      setAddress(writeWorkQuery({ ...query, record }, today, standard), { replace: record === '' });
    },
  };
}
