import type { AuditEntry, AuditVerdict, OptionChangeView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type Page, send, withQuery } from '../../lib/http.ts';
import type { AuditFilter } from './filter.ts';

export function useAudit({ page, pageSize, username, keyword, from, to }: AuditFilter) {
  return useSWR<Page<AuditEntry>>(
    withQuery('/api/audit/', {
      p: page,
      page_size: pageSize,
      username,
      keyword,
      start_timestamp: from,
      end_timestamp: to,
    }),
  );
}

/** Computes every hash of the log again. */
export function verifyAudit(): Promise<AuditVerdict> {
  return send<AuditVerdict>('GET', '/api/audit/verify');
}

/** Newest changes of a setting; with a blank key nothing is asked. */
export function useChangesOf(key: string) {
  return useSWR<Page<OptionChangeView>>(
    key === '' ? null : withQuery('/api/option/history', { key, p: 1, page_size: 100 }),
  );
}
