import type { OptionDefinition } from '@switchyard/console/calls';
import { type EntryChange, entryChanges } from '../../../lib/entry-changes.ts';
import type { OptionField } from '../fields/field.ts';

/** What somebody is about to save. */
export interface Draft {
  readonly text: string;
  /** A secret is to be taken away. */
  readonly clear: boolean;
  /** The setting and its version when the draft was begun. */
  readonly base: string;
  readonly version: number;
}

/** One setting as the screen has it. */
export interface OptionState {
  readonly field: OptionField;
  /** Missing where the setting is not for this person. */
  readonly definition: OptionDefinition | undefined;
  /** Blank for a secret. */
  readonly saved: string;
  /** What the control shows. */
  readonly text: string;
  readonly draft: Draft | undefined;
  readonly changed: boolean;
  /** Somebody else saved the setting after the draft was begun. */
  readonly overtaken: boolean;
}

export type OptionStates = ReadonlyMap<string, OptionState>;

export function optionState(
  field: OptionField,
  definition: OptionDefinition | undefined,
  saved: string,
  draft: Draft | undefined,
): OptionState {
  const changed = draft !== undefined && (draft.clear || isChanged(definition, saved, draft.text));
  return {
    field,
    definition,
    saved,
    text: draft?.text ?? saved,
    draft,
    changed,
    overtaken: changed && definition !== undefined && definition.version !== draft.version,
  };
}

/** What saving the draft would change; of a secret only that it changes. */
export function changesOf({ definition, saved, draft }: OptionState): EntryChange[] {
  if (draft === undefined) return [];
  if (definition?.secret !== true) return entryChanges(saved, draft.text);
  const hidden = '••••••';
  return [{ name: '', before: definition.set ? hidden : '', after: draft.clear ? '' : hidden }];
}

/** Whether the setting is on or filled in, with the draft or as it is saved. */
export function isFilled({ definition, text, draft }: OptionState): boolean {
  if (definition?.secret === true) return draft?.clear !== true && (definition.set || text !== '');
  return text.trim() !== '' && text !== 'false';
}

/** Whether the setting is on or filled in as it is saved. */
export function isSaved({ definition, saved }: OptionState): boolean {
  return definition?.secret === true ? definition.set : saved !== '' && saved !== 'false';
}

/** The text as it is sent. */
export function sentText({ definition, text }: OptionState): string {
  if (definition?.kind === 'html') return text;
  const empty: Record<string, string> = { ratios: '{}', texts: '{}', links: '[]' };
  return text.trim() || (empty[definition?.kind ?? ''] ?? '');
}

function isChanged(definition: OptionDefinition | undefined, saved: string, text: string): boolean {
  if (definition?.kind === 'html') return saved !== text;
  return entryChanges(saved.trim(), text.trim()).length > 0;
}
