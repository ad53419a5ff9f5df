import { isNumberMap, isTextMap, parseJsonObject } from '../../lib/json-text.ts';
import type { OptionField } from './option-fields.ts';

export interface EntryChange {
  /** Name inside a map; blank for a plain value. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface OptionChange {
  readonly field: OptionField;
  /** What will be sent. */
  readonly value: string;
  readonly entries: readonly EntryChange[];
}

export function isMap({ kind }: OptionField): boolean {
  return kind === 'numberMap' || kind === 'textMap';
}

function entriesOf(text: string): Map<string, string> {
  const value = parseJsonObject(text) ?? {};
  return new Map(Object.entries(value).map(([name, entry]) => [name, String(entry)]));
}

/** What a draft changes, entry by entry for maps; undefined when nothing. */
export function changeOf(field: OptionField, saved: string, draft: string): OptionChange | undefined {
  if (!isMap(field)) {
    const value = draft.trim();
    return value === saved ? undefined : { field, value, entries: [{ name: '', before: saved, after: value }] };
  }
  const before = entriesOf(saved);
  const after = entriesOf(draft);
  const entries = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({ name, before: before.get(name), after: after.get(name) }));
  return entries.length === 0 ? undefined : { field, value: draft.trim() || '{}', entries };
}

/** True when a draft can be sent. The server judges again. */
export function isValid(field: OptionField, draft: string): boolean {
  if (field.kind === 'count') {
    const value = Number(draft);
    return (
      /^\d+$/.test(draft.trim()) && value >= (field.least ?? 0) && value <= (field.most ?? Number.MAX_SAFE_INTEGER)
    );
  }
  if (field.kind === 'address') return draft.trim() === '' || /^https?:\/\/\S+$/.test(draft.trim());
  if (!isMap(field)) return true;
  const value = parseJsonObject(draft);
  return value !== undefined && (field.kind === 'numberMap' ? isNumberMap(value) : isTextMap(value));
}
