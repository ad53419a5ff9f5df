import type { OptionKey } from '@switchyard/console/calls';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useSWRConfig } from 'swr';
import { useDefinitions, useOptions } from '../api.ts';
import { places } from '../fields/tabs.ts';
import { type Draft, type OptionState, type OptionStates, optionState } from './draft.ts';
import { rebased } from './rebased.ts';

interface Editing {
  /** Undefined until they are loaded. */
  readonly states: OptionStates | undefined;
  readonly error: unknown;
  edit(key: OptionKey, text: string): void;
  /** Takes a secret away with the next saving. */
  clear(key: OptionKey): void;
  forget(keys: readonly string[]): void;
  /** Puts a draft that was overtaken on top of what is saved now. */
  rebase(key: OptionKey): void;
  /** Reads what is saved again, and whatever else shows it. */
  refresh(): Promise<void>;
}

const EditingContext = createContext<Editing | undefined>(undefined);

/** Settings as they are saved, and what is being changed about them. */
export function EditingProvider({ children }: { children: ReactNode }) {
  const { mutate: readAgain } = useSWRConfig();
  const options = useOptions();
  const definitions = useDefinitions();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());

  const states = useMemo(() => {
    if (options.data === undefined || definitions.data === undefined) return undefined;
    const saved = new Map(options.data.map(({ key, value }) => [key, value]));
    const known = new Map(definitions.data.map((definition) => [definition.key, definition]));
    return new Map<string, OptionState>(
      [...places].map(([key, { field }]) => [
        key,
        optionState(field, known.get(key), saved.get(key) ?? '', drafts.get(key)),
      ]),
    );
  }, [options.data, definitions.data, drafts]);

  const begin = useCallback(
    (key: OptionKey, change: Pick<Draft, 'text' | 'clear'>) => {
      const { saved: base = '', definition, changed = false } = states?.get(key) ?? {};
      const fresh = { base, version: definition?.version ?? 0 };
      // A draft that says what is saved begins anew: the setting may have another version by now.
      setDrafts((last) => new Map(last).set(key, { ...((changed && last.get(key)) || fresh), ...change }));
    },
    [states],
  );

  const { mutate: readOptions } = options;
  const { mutate: readDefinitions } = definitions;
  const value = useMemo<Editing>(
    () => ({
      states,
      error: options.error ?? definitions.error,
      edit: (key, text) => begin(key, { text, clear: false }),
      clear: (key) => begin(key, { text: '', clear: true }),
      forget: (keys) => setDrafts((last) => new Map([...last].filter(([key]) => !keys.includes(key)))),
      rebase: (key) => {
        const state = states?.get(key);
        const draft = state && rebased(state);
        if (draft !== undefined) setDrafts((last) => new Map(last).set(key, draft));
      },
      refresh: async () => {
        // A draft that says what was saved would undo what somebody else has saved since.
        setDrafts((last) => new Map([...last].filter(([key]) => states?.get(key)?.changed)));
        await Promise.all([readOptions(), readDefinitions(), readAgain('/api/status'), readAgain('/api/group/')]);
      },
    }),
    [states, options.error, definitions.error, begin, readOptions, readDefinitions, readAgain],
  );
  return <EditingContext value={value}>{children}</EditingContext>;
}

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === undefined) throw new Error('settings are edited inside EditingProvider');
  return editing;
}
