import { useFeedback } from '../../../lib/use-feedback.ts';
import { saveOption, useOptions } from '../api.ts';
import type { OptionState } from './draft.ts';
import { useEditing } from './editing.tsx';

/** Saves a switch at once: it shows the new state before the server has it, and goes back when that refuses. */
export function useInstantSave({ field, definition }: OptionState): (on: boolean) => Promise<void> {
  const feedback = useFeedback();
  const { refresh } = useEditing();
  const { data: before = [], mutate } = useOptions();
  return async (on) => {
    const value = String(on);
    const shown = before.map((option) => (option.key === field.key ? { ...option, value } : option));
    await mutate(shown, { revalidate: false });
    try {
      await saveOption({ key: field.key, value, version: definition?.version ?? 0 });
    } catch (error) {
      await mutate(before, { revalidate: false });
      feedback.failure(error);
    }
    await refresh();
  };
}
