import { vendorName } from '../../lib/vendors.ts';
import type { PriceEntry } from './api.ts';
import { type Family, families, familyOf, inOrder } from './families.ts';
import { fixedPriceOf } from './prices.ts';
import { isPurpose, type Purpose, purposeOf } from './purposes.ts';

export const sorts = ['standard', 'name', 'input', 'output'] as const;
export type Sort = (typeof sorts)[number];
export const sizes = [10, 20, 30, 50, 100];
const DEFAULT_SIZE = 20;

/** What the price list shows, as its address says it. */
export interface PriceQuery {
  readonly tab: Family | 'all';
  /** Blank: the visitor's own. */
  readonly group: string;
  readonly search: string;
  /** Names of sellers; none is all. */
  readonly vendors: readonly string[];
  readonly purpose: Purpose | undefined;
  readonly sort: Sort;
  /** Only models that the shown group reaches. */
  readonly reached: boolean;
  /** Counts from 1. */
  readonly page: number;
  readonly size: number;
  /** The model whose prices are open. */
  readonly model: string;
}

export function readPriceQuery(address: URLSearchParams): PriceQuery {
  const text = (name: string) => address.get(name) ?? '';
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === address.get(name));
  const size = Number(text('size'));
  const page = Number(text('page'));
  const purpose = text('use');
  return {
    tab: oneOf('tab', families) ?? 'all',
    group: text('group'),
    search: text('q'),
    vendors: address.getAll('vendor'),
    purpose: isPurpose(purpose) ? purpose : undefined,
    sort: oneOf('sort', sorts) ?? 'standard',
    reached: text('reached') === '1',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: sizes.includes(size) ? size : DEFAULT_SIZE,
    model: text('model'),
  };
}

export function writePriceQuery(query: PriceQuery): URLSearchParams {
  const said: [string, string][] = [
    ['tab', query.tab === 'all' ? '' : query.tab],
    ['group', query.group],
    ['q', query.search],
    ...query.vendors.map((vendor): [string, string] => ['vendor', vendor]),
    ['use', query.purpose ?? ''],
    ['sort', query.sort === 'standard' ? '' : query.sort],
    ['reached', query.reached ? '1' : ''],
    ['page', query.page === 1 ? '' : String(query.page)],
    ['size', query.size === DEFAULT_SIZE ? '' : String(query.size)],
    ['model', query.model],
  ];
  return new URLSearchParams(said.filter(([, value]) => value !== ''));
}

/** Entries of all tabs that the query asks for, in its order; `group` is the one that is shown. */
export function found(entries: readonly PriceEntry[], query: PriceQuery, group: string): PriceEntry[] {
  const { search, vendors, purpose, sort, reached } = query;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = entries.filter(
    (entry) =>
      words.every((word) => entry.model_name.toLowerCase().includes(word)) &&
      (vendors.length === 0 || vendors.includes(vendorName(entry.owner_by) ?? '')) &&
      (purpose === undefined || purposeOf(entry) === purpose) &&
      (!reached || entry.enable_groups.includes(group)),
  );
  const listed = inOrder(matching);
  if (sort === 'standard') return listed;
  if (sort === 'name') return listed.sort((a, b) => (a.model_name < b.model_name ? -1 : 1));
  const priceOf = ({ card }: PriceEntry) =>
    fixedPriceOf(card) === undefined ? Number(card[sort] ?? 0) : Number.POSITIVE_INFINITY;
  return listed.sort((a, b) => (priceOf(a) < priceOf(b) ? -1 : Number(priceOf(a) > priceOf(b))));
}

/** How many entries each tab has. */
export function countTabs(entries: readonly PriceEntry[]): Record<Family | 'all', number> {
  const counts = { all: entries.length, openai: 0, claude: 0, other: 0 };
  for (const { model_name: name } of entries) counts[familyOf(name)]++;
  return counts;
}
