import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../lib/i18n.ts';
import { onStepUp } from '../lib/step-up.ts';

const StepUpDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./step-up-dialog.tsx'), loadTexts('account')]);
  return { default: dialog.StepUpDialog };
});

/** Asks who is there whenever a call demands it (lib/step-up.ts). Stands once, in the shell. */
export function StepUp() {
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>();

  useEffect(() => {
    let settle: ((confirmed: boolean) => void) | undefined;
    const release = onStepUp(
      () =>
        new Promise((resolve) => {
          settle = resolve;
          setAnswer(() => resolve);
        }),
    );
    return () => {
      release();
      settle?.(false);
    };
  }, []);

  if (answer === undefined) return null;
  return <Question onGone={() => setAnswer(undefined)} onAnswer={answer} />;
}

/** The answer is given when the dialog is gone: what the repeated call opens then knows where the focus was. */
function Question({ onGone, onAnswer }: { onGone: () => void; onAnswer: (confirmed: boolean) => void }) {
  const [confirmed, setConfirmed] = useState<boolean>();
  useEffect(() => {
    if (confirmed === undefined) return;
    onGone();
    onAnswer(confirmed);
  }, [confirmed, onGone, onAnswer]);
  return <Suspense>{confirmed === undefined && <StepUpDialog onAnswer={setConfirmed} />}</Suspense>;
}
