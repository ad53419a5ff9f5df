import { useState } from 'react';
import { failureText } from '../../../../lib/failure-text.ts';
import { useText } from '../../../../lib/i18n.ts';

export interface CheckOutcome {
  readonly passed: boolean;
  /** What the server saw, in its words. */
  readonly detail: string;
}

/** Runs a check and keeps how it went. */
export function useCheck() {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<CheckOutcome>();

  async function run(check: () => Promise<string>) {
    setBusy(true);
    setOutcome(undefined);
    try {
      setOutcome({ passed: true, detail: await check() });
    } catch (error) {
      setOutcome({ passed: false, detail: failureText(error, t) });
    }
    setBusy(false);
  }

  return { busy, outcome, run };
}
