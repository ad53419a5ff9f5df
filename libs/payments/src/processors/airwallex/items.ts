import { type Static, type TSchema, Type } from 'typebox';
import { type AirwallexAccount, callAirwallex } from './client.ts';
import { PageEnd } from './schema.ts';

const itemsPerPage = 100;

/** All items of a list, page after page. */
export async function* listItems<Item extends TSchema>(
  account: AirwallexAccount,
  what: string,
  filter: Record<string, string>,
  schema: Item,
): AsyncGenerator<Static<Item>> {
  const Page = Type.Intersect([PageEnd, Type.Object({ items: Type.Array(schema) })]);
  for (let page = 0; ; page++) {
    const search = new URLSearchParams({ ...filter, page_num: String(page), page_size: String(itemsPerPage) });
    const answer = (await callAirwallex(account, `/api/v1/pa/${what}?${search}`, Page)) as {
      items: Static<Item>[];
      has_more?: boolean;
    };
    yield* answer.items;
    if (!answer.has_more) return;
  }
}

/** The same as an array. */
export async function listAll<Item extends TSchema>(
  account: AirwallexAccount,
  what: string,
  filter: Record<string, string>,
  schema: Item,
): Promise<Static<Item>[]> {
  const found: Static<Item>[] = [];
  for await (const item of listItems(account, what, filter, schema)) found.push(item);
  return found;
}
