import { lazy, Suspense, useEffect, useState } from 'react';
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

  useEffect(() => {
    let settle: ((confirmed: boolean) => void) | undefined;
    const release = onStepUp(
      () =>
        new Promise((resolve) => {
          settle = resolve;
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

  return (
    <Suspense>
      {question !== undefined && (
        <StepUpDialog open={question.open} onAnswer={question.answer} onClosed={() => setQuestion(undefined)} />
      )}
    </Suspense>
  );
}
