import { parseJsonObject } from '../../../lib/json-text.ts';
import type { Draft, OptionState } from './draft.ts';

/** The draft on top of what somebody else saved meanwhile: of maps the own entries alone, anything else as it is. */
export function rebased({ definition, saved, draft }: OptionState): Draft | undefined {
  if (draft === undefined || definition === undefined) return draft;
  const isMap = definition.kind === 'ratios' || definition.kind === 'texts';
  const text = isMap ? merged(draft.base, saved, draft.text) : draft.text;
  return { ...draft, text, base: saved, version: definition.version };
}

function merged(base: string, theirs: string, mine: string): string {
  const [before, next, own] = [base, theirs, mine].map(parseJsonObject);
  if (before === undefined || next === undefined || own === undefined) return mine;
  const result = new Map(Object.entries(next));
  for (const name of new Set([...Object.keys(before), ...Object.keys(own)])) {
    const [was, becomes] = [valueAt(before, name), valueAt(own, name)];
    if (was === becomes) continue;
    if (becomes === undefined) result.delete(name);
    else result.set(name, becomes);
  }
  return JSON.stringify(Object.fromEntries(result), null, 2);
}

function valueAt(map: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
