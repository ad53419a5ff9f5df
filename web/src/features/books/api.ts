import type { AuditRunView, BooksState, BreachView, DeadLetterView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type Page, send, withQuery } from '../../lib/http.ts';
import { polled } from '../../lib/polled.ts';
import type { BooksQuery } from './books-query.ts';

export type State = Readonly<BooksState>;
export type Breach = Readonly<BreachView>;
export type DeadLetter = Readonly<DeadLetterView>;
export type AuditRun = Readonly<AuditRunView>;

/** Billing looks once a minute; whoever mends the books waits for it here. */
const lookMs = 60_000;
/** It books again at once. */
const bookingMs = 2_000;

export function useBooksState() {
  return useSWR<State>('/api/books/', polled(lookMs));
}

export function useBreaches(query: BooksQuery) {
  return useSWR<Page<Breach>>(pathOf('breaches', query), polled(lookMs));
}

export function useDeadLetters(query: BooksQuery) {
  return useSWR<Page<DeadLetter>>(pathOf('dead_letters', query), {
    ...polled(lookMs),
    refreshInterval: (shown) => (shown?.items.some(({ state }) => state === 'asked') ? bookingMs : lookMs),
  });
}

/** Has billing book the event again; the list tells what came of it. */
export function bookLetter(id: number): Promise<unknown> {
  return send('POST', `/api/books/dead_letters/${id}/book`);
}

/** Decides for good that the event is not charged. */
export function dismissLetter(id: number): Promise<unknown> {
  return send('POST', `/api/books/dead_letters/${id}/dismiss`);
}

export function useAudits(query: BooksQuery) {
  return useSWR<Page<AuditRun>>(pathOf('audits', query), polled(lookMs));
}

function pathOf(list: string, { page, pageSize }: BooksQuery): string {
  return withQuery(`/api/books/${list}`, { p: page, page_size: pageSize });
}
