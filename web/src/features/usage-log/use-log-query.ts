import dayjs from 'dayjs';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useQuotaDisplay } from '../../lib/site-status.ts';
import { DEFAULT_PAGE_SIZE, type LogQuery, readLogQuery, writeLogQuery } from './log-query.ts';

const openedName = 'request';

/** The log's filter and the opened request, kept in the address so that a link shows the same. */
export function useLogQuery() {
  const [now, setNow] = useState(() => dayjs());
  const { quotaPerUnit } = useQuotaDisplay();
  const [search, setSearch] = useSearchParams();
  const query = readLogQuery(search, now, quotaPerUnit);

  return {
    query,
    opened: search.get(openedName) ?? '',
    narrow(change: Partial<LogQuery>) {
      // The address may be ahead of what is drawn: two quick changes must not undo each other.
      const latest = readLogQuery(new URLSearchParams(window.location.search), now, quotaPerUnit);
      setSearch(writeLogQuery({ ...latest, page: 1, ...change }), { replace: true });
    },
    /** Shows a saved view; the back button leads to what was shown before. */
    show(view: string) {
      const next = readLogQuery(new URLSearchParams(view), dayjs(), quotaPerUnit);
      setSearch(writeLogQuery({ ...next, pageSize: query.pageSize }));
    },
    clear() {
      const size = query.pageSize === DEFAULT_PAGE_SIZE ? {} : { size: String(query.pageSize) };
      setSearch(size, { replace: true });
    },
    /** Moves the period to the present, which reads everything again. */
    advance: () => setNow(dayjs()),
    open(requestId: string | undefined) {
      const next = writeLogQuery(query);
      if (requestId !== undefined) next.set(openedName, requestId);
      setSearch(next, { replace: requestId === undefined });
    },
  };
}
