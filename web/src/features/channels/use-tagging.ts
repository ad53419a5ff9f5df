import { useState } from 'react';
import { useText } from '../../lib/i18n.ts';
import { useFeedback } from '../../lib/use-feedback.ts';

/** Whether the dialog that puts channels under a tag is open. It does not open without channels. */
export function useTagging(ids: readonly number[]): { open: boolean; begin: () => void; end: () => void } {
  const t = useText();
  const feedback = useFeedback();
  const [open, setOpen] = useState(false);
  return {
    open,
    begin: () => (ids.length === 0 ? feedback.failure(new Error(t('channels:batch.noneChosen'))) : setOpen(true)),
    end: () => setOpen(false),
  };
}
