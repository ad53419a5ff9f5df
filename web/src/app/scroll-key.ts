import { areaOf } from './page-area.ts';

interface Place {
  readonly key: string;
  readonly pathname: string;
}

/**
 * Makes the function that tells under which name the scroll position of a history entry is kept. Filters, tabs and editors
 * of a page share the position of the visit they belong to; a page that is gone to anew begins at its top.
 */
export function scrollKeys(): (place: Place) => string {
  const visits = new Map<string, string>();
  let last: { readonly area: string; readonly visit: string } | undefined;
  return ({ key, pathname }) => {
    const area = areaOf(pathname);
    const visit = visits.get(key) ?? (last?.area === area ? last.visit : key);
    visits.set(key, visit);
    last = { area, visit };
    return visit;
  };
}

export const scrollKey = scrollKeys();
