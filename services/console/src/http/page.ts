import { type TSchema, Type } from 'typebox';

const mostPerPage = 100;
const lastPage = 1_000_000;

export const pageQuery = {
  p: Type.Integer({ default: 1 }),
  page_size: Type.Integer({ default: 10 }),
};

export interface Page {
  /** As answered to the client. */
  readonly page: number;
  readonly size: number;
  readonly offset: number;
}

/** Page of a list whose `p` 0 and 1 are both the first page; everything is clamped. */
export function pageFromOne(query: { p: number; page_size: number }): Page {
  const page = clamp(query.p, 1, lastPage);
  const size = clamp(query.page_size, 1, mostPerPage);
  return { page, size, offset: (page - 1) * size };
}

/** Page of a list whose `p` counts from 0. */
export function pageFromZero(query: { p: number; size: number }): Page {
  const page = clamp(query.p, 0, lastPage);
  const size = clamp(query.size, 1, mostPerPage);
  return { page, size, offset: page * size };
}

export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    page: Type.Integer(),
    page_size: Type.Integer(),
    total: Type.Integer(),
  });
}

export function presentPage<Item>(page: Page, items: Item[], total: number) {
  return { items, page: page.page, page_size: page.size, total };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
