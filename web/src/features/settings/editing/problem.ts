import type { TextKey } from '../../../lib/i18n.ts';
import type { OptionField, OptionSection } from '../fields/field.ts';
import { complaintOf } from './complaint.ts';
import { isFilled, type OptionState, type OptionStates } from './draft.ts';

/** Why a setting cannot be saved as it stands. */
export interface Problem {
  readonly text: TextKey;
  readonly values?: Readonly<Record<string, number>>;
  /** Settings without which this one cannot be on. */
  readonly missing?: readonly OptionField[];
}

export function problemOf(state: OptionState, states: OptionStates): Problem | undefined {
  const { field, definition, text, changed } = state;
  if (definition === undefined || !changed) return undefined;
  if (!definition.secret) {
    const complaint = complaintOf(definition, text);
    if (complaint !== undefined) return { ...complaint, text: field.complaint ?? complaint.text };
  }
  const missing = missingFor(state, states, isFilled);
  return missing.length === 0 ? undefined : { text: field.complaint ?? 'settings:complaint.needs', missing };
}

/** What is not there yet and is needed while this is on. Settings that this person cannot see are left to the server. */
export function missingFor(
  state: OptionState,
  states: OptionStates,
  isThere: (state: OptionState) => boolean,
): readonly OptionField[] {
  const { needs = [] } = state.field;
  if (!isFilled(state)) return [];
  return needs.flatMap((key) => {
    const other = states.get(key);
    return other?.definition === undefined || isThere(other) ? [] : [other.field];
  });
}

/** Complaint of a section that may not be left empty; undefined when it is not. */
export function emptySection({ needsOne, fields }: OptionSection, states: OptionStates): TextKey | undefined {
  const own = fields.flatMap(({ key }) => states.get(key) ?? []);
  const isEmptied = own.some(({ changed }) => changed) && !own.some(isFilled);
  return isEmptied ? needsOne : undefined;
}
