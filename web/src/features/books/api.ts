import type { AuditRunView, BooksState, BreachView, DeadLetterView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type Page, withQuery } from '../../lib/http.ts';
import type { BooksQuery } from './books-query.ts';

export type State = Readonly<BooksState>;
export type Breach = Readonly<BreachView>;
export type DeadLetter = Readonly<DeadLetterView>;
export type AuditRun = Readonly<AuditRunView>;

/** Billing looks once a minute; whoever mends the books waits for it here. */
const everyMinute = { refreshInterval: 60_000 };

export function useBooksState() {
  return useSWR<State>('/api/books/', everyMinute);
}

export function useBreaches(query: BooksQuery) {
  return useSWR<Page<Breach>>(pathOf('breaches', query), everyMinute);
}

export function useDeadLetters(query: BooksQuery) {
  return useSWR<Page<DeadLetter>>(pathOf('dead_letters', query), everyMinute);
}

export function useAudits(query: BooksQuery) {
  return useSWR<Page<AuditRun>>(pathOf('audits', query), everyMinute);
}

function pathOf(list: string, { page, pageSize }: BooksQuery): string {
  return withQuery(`/api/books/${list}`, { p: page, page_size: pageSize });
}
