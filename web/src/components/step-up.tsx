import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { loadTexts } from '../lib/i18n.ts';
import { onStepUp } from '../lib/step-up.ts';

const StepUpDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./step-up-dialog.tsx'), loadTexts('account')]);
  return { default: dialog.StepUpDialog };
});

interface Question {
  readonly open: boolean;
  readonly answer: (confirmed: boolean) => void;
}

/** Asks who is there whenever a call demands it (lib/step-up.ts). Stands once, in the shell. */
export function StepUp() {
  const [question, setQuestion] = useState<Question>();
  const opener = useRef<Element>(null);

  useEffect(() => {
    let settle: ((confirmed: boolean) => void) | undefined;
    const release = onStepUp(
      () =>
        new Promise((resolve) => {
          settle = resolve;
          opener.current = document.activeElement;
          setQuestion({
            open: true,
            answer: (confirmed) => {
              setQuestion((last) => last && { ...last, open: false });
              resolve(confirmed);
            },
          });
        }),
    );
    return () => {
      release();
      settle?.(false);
    };
  }, []);

  useEffect(() => {
    // The dialog is gone. What the repeated call has opened meanwhile keeps the focus.
    if (question !== undefined || document.activeElement !== document.body) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }, [question]);

  return (
    <Suspense>
      {question !== undefined && (
        <StepUpDialog open={question.open} onAnswer={question.answer} onClosed={() => setQuestion(undefined)} />
      )}
    </Suspense>
  );
}
