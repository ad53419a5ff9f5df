import { useState } from 'react';
import { failureText } from './failure-text.ts';
import { useText } from './i18n.ts';

/** What a form sends: whether it is under way, and why the last attempt was refused. */
export function useAttempt() {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    try {
      await work();
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
      setBusy(false);
    }
  }

  return { attempt, busy, refusal, refuse: setRefusal };
}
