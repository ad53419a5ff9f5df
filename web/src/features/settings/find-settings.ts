import type { Translate } from '../../lib/i18n.ts';
import { places } from './fields/tabs.ts';

const mostFound = 12;
const all = [...places.values()];

/** Settings that the words lead to: those whose name or key has all of them first, then those that explain with them. */
export function findSettings(text: string, t: Translate) {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (heap: string) => words.every((word) => heap.toLowerCase().includes(word));
  const named = all.filter(({ field, section }) => hasAll(`${t(field.label)} ${field.key} ${t(section.title)}`));
  const explained = all.filter((place) => {
    const { hint } = place.field;
    return hint !== undefined && !named.includes(place) && hasAll(`${t(place.field.label)} ${t(hint)}`);
  });
  return [...named, ...explained].slice(0, mostFound);
}
