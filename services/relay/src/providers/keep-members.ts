import type { Json } from '../dialects/canonical.ts';

/** An object with no members but these; the same one when it has no others. */
export function keepMembers(object: Json, names: ReadonlySet<string>): Json {
  const members = Object.entries(object);
  const kept = members.filter(([name]) => names.has(name));
  return kept.length === members.length ? object : Object.fromEntries(kept);
}
