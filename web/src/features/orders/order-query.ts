/** The orders that are shown, as the address says it. Times in unix seconds; 0 and blank mean everything. */
export interface OrderQuery {
  /** A trade number, a number of the processor or a username, whole. */
  readonly keyword: string;
  readonly state: string;
  readonly processor: string;
  readonly flag: string;
  /** Only those that wait for a decision. */
  readonly review: boolean;
  readonly start: number;
  readonly end: number;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** The order that is open; 0: none. */
  readonly order: number;
}

export const allOrders: OrderQuery = {
  keyword: '',
  state: '',
  processor: '',
  flag: '',
  review: false,
  start: 0,
  end: 0,
  page: 1,
  pageSize: 10,
  order: 0,
};

const MOST_ROWS = 100;

/** Reads the address. What cannot be read counts as not said. */
export function readOrderQuery(search: URLSearchParams): OrderQuery {
  const text = (name: string) => search.get(name) ?? '';
  const figure = (name: string, otherwise: number) => (/^\d{1,12}$/.test(text(name)) ? Number(text(name)) : otherwise);
  return {
    keyword: text('keyword'),
    state: text('state'),
    processor: text('processor'),
    flag: text('flag'),
    review: text('review') === 'true',
    start: figure('start', 0),
    end: figure('end', 0),
    page: Math.max(1, figure('page', allOrders.page)),
    pageSize: Math.min(MOST_ROWS, Math.max(1, figure('size', allOrders.pageSize))),
    order: figure('order', 0),
  };
}

/** The address of a query, without what is the default. */
export function writeOrderQuery(query: OrderQuery): URLSearchParams {
  const said = Object.entries(query).filter(([name, value]) => value !== allOrders[name as keyof OrderQuery]);
  return new URLSearchParams(
    said.map(([name, value]): [string, string] => [name === 'pageSize' ? 'size' : name, String(value)]),
  );
}

/** Whether the list is narrowed at all. */
export function isNarrowed({ page: _, pageSize: __, order: ___, ...filter }: OrderQuery): boolean {
  return Object.entries(filter).some(([name, value]) => value !== allOrders[name as keyof OrderQuery]);
}
