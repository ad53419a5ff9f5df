/** What the page shows, as its address says it. */
export interface BooksQuery {
  readonly tab: BooksTab;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

export const booksTabs = ['breaches', 'letters', 'audits'] as const;
export type BooksTab = (typeof booksTabs)[number];

const usualPageSize = 10;
const mostRows = 100;

/** What cannot be read counts as not said. */
export function readBooksQuery(address: URLSearchParams): BooksQuery {
  const figure = (name: string, otherwise: number) => {
    const text = address.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise;
  };
  return {
    tab: booksTabs.find((tab) => tab === address.get('tab')) ?? 'breaches',
    page: figure('page', 1),
    pageSize: Math.min(mostRows, figure('size', usualPageSize)),
  };
}

/** What is as usual does not stand in the address. */
export function writeBooksQuery({ tab, page, pageSize }: BooksQuery): string {
  const address = new URLSearchParams();
  if (tab !== 'breaches') address.set('tab', tab);
  if (page !== 1) address.set('page', String(page));
  if (pageSize !== usualPageSize) address.set('size', String(pageSize));
  return address.toString();
}
