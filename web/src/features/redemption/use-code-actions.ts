import type { KeyedMutator } from 'swr';
import { changeRow } from '../../lib/change-row.ts';
import type { Page } from '../../lib/http.ts';
import { useText } from '../../lib/i18n.ts';
import { useFeedback } from '../../lib/use-feedback.ts';
import { type Code, codeStatus, deleteCode, deleteSpentCodes, setCodeStatus } from './api.ts';

/** What is done to codes in the list. A switch shows at once and is taken back when the server refuses. */
export function useCodeActions(mutate: KeyedMutator<Page<Code>>) {
  const t = useText();
  const feedback = useFeedback();

  async function attempt(work: () => Promise<string>) {
    try {
      feedback.success(await work());
    } catch (error) {
      feedback.failure(error);
    }
  }

  return {
    toggle: ({ id, status }: Code) =>
      void attempt(async () => {
        const next = status === codeStatus.disabled ? codeStatus.unused : codeStatus.disabled;
        await changeRow(
          mutate,
          (row) => row.id === id,
          { status: next },
          () => setCodeStatus(id, next),
        );
        return t('common:done');
      }),
    remove: ({ id }: Code) =>
      attempt(async () => {
        await deleteCode(id);
        await mutate();
        return t('redemption:deleted');
      }),
    removeSpent: () =>
      attempt(async () => {
        const count = await deleteSpentCodes();
        await mutate();
        return t('redemption:clean.done', { count });
      }),
  };
}
